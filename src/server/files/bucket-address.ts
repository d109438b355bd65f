/** Where a bucket of an S3-compatible storage is, and who asks for it. */
export interface BucketAddress {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** https://host[:port]/bucket, without a trailing slash. */
  readonly bucket: string;
  /** The same as others reach it, for links to it. */
  readonly links: string;
  readonly region: string;
  /** Begins every name, empty or with a trailing slash. */
  readonly prefix: string;
}

const FORM = "s3://key:secret@host/bucket[/prefix][?region=…&tls=off&links=https://…]";

export const isBucketAddress = (text: string): boolean => /^s3:\/\//i.test(text);

/** Reads `s3://key:secret@host/bucket/prefix?region=…`. Throws an error that repeats nothing of it. */
export function readBucketAddress(text: string): BucketAddress {
  const wrong = (what: string): Error => new Error(`${what}. It is written ${FORM}`);
  if (!isBucketAddress(text) || !URL.canParse(text))
    throw wrong("has to be an address of a bucket, with signs like / of the secret as %2F");
  const url = new URL(text);
  const decoded = (part: string): string => {
    try {
      return decodeURIComponent(part);
    } catch {
      throw wrong("has a % that begins no character");
    }
  };
  const [name = "", ...prefix] = url.pathname.split("/").slice(1).map(decoded);
  if (url.host === "") throw wrong("names no host");
  if (url.username === "" || url.password === "") throw wrong("has no key and secret");
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) throw wrong("names no bucket");
  const unknown = [...url.searchParams.keys()].find((key) => !["region", "tls", "links"].includes(key));
  if (unknown !== undefined) throw wrong("has a parameter that is not known");
  const tls = url.searchParams.get("tls") ?? "on";
  if (tls !== "on" && tls !== "off") throw wrong("has a tls that is neither on nor off");
  const links = url.searchParams.get("links");
  if (links !== null && !/^https?:\/\/[^/?#@]+\/?$/.test(links)) throw wrong("has links that are no origin");
  const host = `${tls === "on" ? "https" : "http"}://${url.host}`;
  const begin = prefix.filter((part) => part !== "").join("/");
  return {
    accessKeyId: decoded(url.username),
    secretAccessKey: decoded(url.password),
    bucket: `${host}/${name}`,
    links: `${links?.replace(/\/$/, "") ?? host}/${name}`,
    region: url.searchParams.get("region") ?? "us-east-1",
    prefix: begin === "" ? "" : `${begin}/`,
  };
}
