import type { Send } from "./own-process.ts";

/** Where a request may be found. Several where an answer was lost: then one of them is true and nobody knows which. */
export type Place = "live" | "trash" | "gone";

/** What a client was told of one request, and what may have happened besides, its answer lost. */
export interface Known {
  readonly id: string;
  readonly variant: number;
  names: ReadonlySet<string>;
  places: ReadonlySet<Place>;
  /** Seen finished and not run again since. */
  finished: boolean;
}

/** What came of a call: done, refused, or nobody knows. */
type Answer =
  | { readonly kind: "done"; readonly body: { readonly id?: string } }
  | { readonly kind: "refused" | "lost" };

export interface Variant {
  readonly body: (name: string, overwrite?: boolean) => object;
}

/** A client that does what people do, one thing after the other, and remembers what it was told. */
export class Client {
  readonly known: Known[] = [];
  /** Answers that must not be: what a server says of its own mistakes. */
  readonly wrong: string[] = [];
  acknowledged = 0;
  lost = 0;
  readonly #send: () => Send;
  readonly #random: () => number;
  readonly #variants: readonly Variant[];
  readonly #name: string;
  #made = 0;

  constructor(name: string, send: () => Send, random: () => number, variants: readonly Variant[]) {
    this.#name = name;
    this.#send = send;
    this.#random = random;
    this.#variants = variants;
  }

  /** Does one thing. */
  async step(): Promise<void> {
    const things = [
      () => this.#create(),
      () => this.#edit(),
      () => this.#rename(),
      () => this.#run(),
      () => this.#watch(),
      () => this.#watch(),
      () => this.#remove(),
      () => this.#restore(),
    ];
    await (this.known.length < 3 ? this.#create() : this.#any(things)());
  }

  #any<T>(of: readonly T[]): T {
    const found = of[Math.floor(this.#random() * of.length)];
    if (found === undefined) throw new Error("nothing to choose from");
    return found;
  }

  #newName(): string {
    this.#made += 1;
    return `${this.#name} ${this.#made}`;
  }

  async #call(method: Parameters<Send>[0], path: string, body?: object): Promise<Answer> {
    try {
      const answer = await this.#send()(method, path, body);
      if (answer.status < 300) {
        this.acknowledged += 1;
        return { kind: "done", body: answer.body };
      }
      if (answer.status === 503 || answer.status === 429) return { kind: "lost" };
      if (answer.status >= 500 || answer.status === 401) {
        this.wrong.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
        return { kind: "lost" };
      }
      return { kind: "refused" };
    } catch {
      // The connection broke: it may have been done.
      this.lost += 1;
      return { kind: "lost" };
    }
  }

  async #create(): Promise<void> {
    const variant = Math.floor(this.#random() * this.#variants.length);
    const name = this.#newName();
    const answer = await this.#call("POST", "/v1/data-requests", this.#variants[variant]?.body(name));
    if (answer.kind === "done") this.#keep(answer.body.id, variant, name);
  }

  #keep(id: string | undefined, variant: number, name: string): void {
    if (id === undefined) throw new Error("an acknowledged request without an id");
    this.known.push({ id, variant, names: new Set([name]), places: new Set(["live"]), finished: false });
  }

  async #edit(): Promise<void> {
    const old = this.#any(this.known);
    const variant = Math.floor(this.#random() * this.#variants.length);
    const name = this.#newName();
    const answer = await this.#call("PUT", `/v1/data-requests/${old.id}`, this.#variants[variant]?.body(name, true));
    if (answer.kind === "done") {
      this.#keep(answer.body.id, variant, name);
      old.places = new Set(["trash"]);
    } else if (answer.kind === "lost" && old.places.has("live")) old.places = new Set([...old.places, "trash"]);
  }

  async #rename(): Promise<void> {
    const one = this.#any(this.known);
    const name = this.#newName();
    const answer = await this.#call("PUT", `/v1/data-requests/${one.id}/name`, { name });
    if (answer.kind === "done") {
      one.names = new Set([name]);
      one.places = new Set(["live"]);
    } else if (answer.kind === "lost") one.names = new Set([...one.names, name]);
  }

  async #run(): Promise<void> {
    const one = this.#any(this.known);
    const answer = await this.#call("POST", `/v1/data-requests/${one.id}/run`);
    if (answer.kind !== "refused") one.finished = false;
  }

  async #watch(): Promise<void> {
    const one = this.#any(this.known);
    try {
      const { status, body } = await this.#send()("GET", `/v1/data-requests/${one.id}/status`);
      if (status === 200 && body.status === "Finished") one.finished = true;
      else if (status === 200 && one.finished) this.wrong.push(`${one.id} was Finished and is ${body.status}`);
    } catch {
      // Seen another time.
    }
  }

  /** Into the trash, and from there for good. */
  async #remove(): Promise<void> {
    const one = this.#any(this.known);
    const { kind } = await this.#call("DELETE", `/v1/data-requests/${one.id}`);
    const after = (place: Place): Place => (place === "live" ? "trash" : "gone");
    if (kind === "done") one.places = new Set([...one.places].filter((place) => place !== "gone").map(after));
    if (kind === "lost") one.places = new Set([...one.places, ...[...one.places].map(after)]);
    // What ran is cancelled.
    one.finished = false;
  }

  async #restore(): Promise<void> {
    const one = this.#any(this.known);
    const { kind } = await this.#call("POST", `/v1/data-requests/${one.id}/restore`);
    if (kind === "done") one.places = new Set(["live"]);
    if (kind === "lost" && one.places.has("trash")) one.places = new Set([...one.places, "live"]);
  }
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
