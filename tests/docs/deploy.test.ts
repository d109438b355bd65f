import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Registry, collectDefaultMetrics } from "prom-client";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { COMMANDS } from "../../src/cli/commands.ts";
import { CHECK_TIMEOUT_MS } from "../../src/server/monitoring/checked-part.ts";
import { MEASURES, measuresByName } from "../../src/server/monitoring/measures.ts";
import { SETTINGS } from "../../src/server/settings/settings.ts";
import type { Setting } from "../../src/server/settings/settings.ts";

/* The image, the manifests, the dashboard and the alerts name settings, commands, ports and metrics: all of them must exist. */

const ROOT = resolve(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const settings = new Map(Object.entries<Setting>(SETTINGS));
const commandNames = COMMANDS.map(({ name }) => name);
/** What a stop may take beyond DRAIN_SECONDS and STOP_SECONDS: connections close, jobs are handed back. */
const STOP_MARGIN_SECONDS = 10;
const DEFAULT_STOP_SECONDS = 25;
const DEFAULT_DRAIN_SECONDS = 5;

/** Names that are no settings, and those that the command does not read. */
const foreign = (names: Iterable<string>, command: string): readonly string[] =>
  [...names].filter((name) => {
    const readers: readonly string[] = settings.get(name)?.readers ?? [];
    return !readers.includes("all") && !readers.includes(command);
  });

describe("the image", () => {
  const lines = read("Containerfile").split("\n");
  const stated = (word: string): readonly string[] =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));

  test("sets settings that there are, with values that they take", () => {
    const env = stated("ENV").flatMap((line) => line.split(" ").map((pair) => pair.split("=")));
    expect(env.length).toBeGreaterThan(3);
    for (const [name = "", value = ""] of env) {
      expect(settings.get(name)?.type.safeParse(value).success, name).toBe(true);
    }
  });

  test("is of the Node that the project is tested with, pinned, and runs as nobody in particular", () => {
    const node = read(".node-version").trim();
    expect(new Set(stated("FROM").map((from) => from.replace(/ AS .*/, "")))).toEqual(
      new Set([`docker.io/library/node:${node}-slim`]),
    );
    expect(stated("USER")).toEqual(["10001:10001"]);
    const [command = ""] = z.array(z.string()).parse(JSON.parse(stated("CMD")[0] ?? "[]"));
    expect(commandNames).toContain(command);
  });

  test("copies what is not kept out of its context", () => {
    const kept = read(".containerignore")
      .split("\n")
      .filter((line) => line.startsWith("!"))
      .map((line) => line.slice(1));
    const copied = stated("COPY")
      .filter((line) => !line.startsWith("--from"))
      .flatMap((line) => line.split(" ").slice(0, -1));
    expect(copied.map((path) => path.replace("./", "")).filter((path) => path !== "." && !kept.includes(path))).toEqual(
      [],
    );
  });
});

const Service = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  read_only: z.boolean().optional(),
  stop_grace_period: z.string().optional(),
  volumes: z.array(z.string()).default([]),
});

describe("deploy/compose.yml", () => {
  const { services, volumes } = z
    .object({ services: z.record(z.string(), Service), volumes: z.record(z.string(), z.unknown()) })
    .parse(parse(read("deploy/compose.yml"), { merge: true }));
  const ours = Object.entries(services).filter(([, { image }]) => image.startsWith("scanbook"));
  const roleOf = ([, { command = [] }]: (typeof ours)[number]): string => command[0] ?? "";

  test("has two servers, two workers, and a migration that they wait for, all of one image", () => {
    expect(ours.map(roleOf).toSorted()).toEqual(["migrate", "serve", "serve", "work", "work"]);
    expect(new Set(ours.map(([, { image }]) => image)).size).toBe(1);
    for (const one of ours.filter((each) => roleOf(each) !== "migrate")) {
      const [, { depends_on, healthcheck, stop_grace_period }] = one;
      expect(depends_on).toEqual({ migrate: { condition: "service_completed_successfully" } });
      expect(healthcheck?.test.join(" ")).toContain("localhost:9464/ready");
      expect(Number.parseInt(stop_grace_period ?? "", 10)).toBeGreaterThanOrEqual(
        DEFAULT_STOP_SECONDS + STOP_MARGIN_SECONDS,
      );
    }
    for (const [name, { read_only }] of ours) expect(read_only, name).toBe(true);
  });

  test("sets settings that there are, with values that they take, and holds no secret", () => {
    for (const one of ours) {
      const [name, { environment }] = one;
      // Several share one list.
      const common = ["PUBLIC_URL", "CHART_URL", "TRUST_PROXY", "LOG_LEVEL", "SECRETS_KEYS", "FILES_URL"];
      expect(
        foreign(
          Object.keys(environment).filter((key) => !common.includes(key)),
          roleOf(one),
        ),
        name,
      ).toEqual([]);
      expect(
        Object.keys(environment).filter((key) => !settings.has(key)),
        name,
      ).toEqual([]);
      for (const [key, value] of Object.entries(environment)) {
        const setting = settings.get(key);
        if (setting?.secret === undefined) expect(setting?.type.safeParse(value).success, key).toBe(true);
        else expect(value, key).toMatch(/\$\{[A-Z_]+:[?-]\}/);
      }
    }
  });

  test("every variable of it is in the example of its environment, which gives none a value", () => {
    const used = [...read("deploy/compose.yml").matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name);
    const given = read("deploy/compose.env.example")
      .split("\n")
      .filter((line) => /^[A-Z]/.test(line));
    expect(new Set(given)).toEqual(new Set(used.map((name) => `${name}=`)));
  });

  test("every service has an image of a fixed version, a check where others wait for it, files and volumes that there are", () => {
    for (const [name, service] of Object.entries(services)) {
      expect(service.image, name).toMatch(/:(?!latest)[\w.-]+$/);
      for (const [other, { condition }] of Object.entries(service.depends_on)) {
        if (condition === "service_healthy") expect(services[other]?.healthcheck, `${name}: ${other}`).toBeDefined();
        else expect(services[other], `${name}: ${other}`).toBeDefined();
      }
      for (const [source = ""] of service.volumes.map((volume) => volume.split(":"))) {
        if (source.startsWith("./")) expect(() => read(join("deploy", source)), source).not.toThrow();
        else if (!source.startsWith("/")) expect(Object.keys(volumes), source).toContain(source);
      }
    }
  });

  test("the proxy sends calls to every server, and asks each whether it is ready", () => {
    const proxy = read("deploy/compose/Caddyfile");
    const servers = ours.filter((one) => roleOf(one) === "serve").map(([name]) => name);
    for (const port of ["3000", "3001"])
      expect(proxy).toContain(`reverse_proxy ${servers.map((name) => `${name}:${port}`).join(" ")}`);
    expect(proxy).toContain("health_uri /ready");
    expect(proxy).toContain("health_port 9464");
    // A look of the server itself, once more after a failure, is over before the proxy's is.
    const seconds = (name: string): number => Number(new RegExp(`${name} (\\d+)s?\\n`).exec(proxy)?.[1]);
    expect(seconds("health_timeout") * 1_000).toBeGreaterThanOrEqual(2 * CHECK_TIMEOUT_MS);
    // It knows of a stop before the server takes no more calls.
    expect(seconds("health_fails") * seconds("health_interval")).toBeLessThan(DEFAULT_DRAIN_SECONDS);
  });
});

const KUBERNETES = "deploy/kubernetes";

describe("deploy/kubernetes", () => {
  const Labels = z.record(z.string(), z.string());
  const Resource = z.looseObject({
    apiVersion: z.string(),
    kind: z.string(),
    metadata: z.looseObject({ name: z.string() }),
  });
  const Probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
  const Container = z.object({
    image: z.string(),
    args: z.array(z.string()),
    envFrom: z.array(z.record(z.string(), z.object({ name: z.string() }))),
    env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
    ports: z.array(z.object({ name: z.string(), containerPort: z.int() })).default([]),
    startupProbe: Probe.optional(),
    livenessProbe: Probe.optional(),
    readinessProbe: Probe.optional(),
    securityContext: z.object({ readOnlyRootFilesystem: z.literal(true), allowPrivilegeEscalation: z.literal(false) }),
    volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
  });
  const Workload = z.object({
    kind: z.string(),
    metadata: z.object({ name: z.string() }),
    spec: z.object({
      selector: z.object({ matchLabels: Labels }).optional(),
      template: z.object({
        metadata: z.object({ labels: Labels }),
        spec: z.object({
          enableServiceLinks: z.literal(false),
          automountServiceAccountToken: z.literal(false),
          terminationGracePeriodSeconds: z.int().optional(),
          securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.literal(10_001) }),
          containers: z.tuple([Container]),
          volumes: z.array(z.object({ name: z.string() })),
        }),
      }),
    }),
  });
  const kustomization = z
    .object({ resources: z.array(z.string()), images: z.tuple([z.object({ name: z.string() })]) })
    .parse(parse(read(join(KUBERNETES, "kustomization.yaml"))));
  const documents = kustomization.resources.flatMap((file) =>
    parseAllDocuments(read(join(KUBERNETES, file))).map((document) => Resource.parse(document.toJS())),
  );
  const workloads = documents
    .filter(({ kind }) => kind === "Deployment" || kind === "Job")
    .map((each) => Workload.parse(each));
  const dataOf = (file: string): Readonly<Record<string, string>> => {
    const { data, stringData } = z
      .object({ data: Labels.optional(), stringData: Labels.optional() })
      .parse(parse(read(join(KUBERNETES, file))));
    return data ?? stringData ?? {};
  };
  const [configured, secrets] = [dataOf("configmap.yaml"), dataOf("secret.example.yaml")];

  test("every file is applied but the example of the secret, and nothing is there twice", () => {
    const files = readdirSync(join(ROOT, KUBERNETES)).filter(
      (file) => !/^(kustomization|secret\.example)\.yaml$/.test(file),
    );
    expect(kustomization.resources.toSorted()).toEqual(files.toSorted());
    const names = documents.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  test("settings exist and have values that they take; what is secret stands in the secret, without a value", () => {
    for (const [name, value] of Object.entries(configured)) {
      expect(settings.get(name)?.secret, name).toBeUndefined();
      expect(settings.get(name)?.type.safeParse(value).success, name).toBe(true);
    }
    for (const [name, value] of Object.entries(secrets)) {
      expect(settings.get(name)?.secret, name).toBeDefined();
      expect(value).toBe("");
    }
  });

  test.each(workloads.map((each) => [each.metadata.name, each] as const))(
    "%s runs a command of the image as it should",
    (_, { kind, spec }) => {
      const { template, selector } = spec;
      const [container] = template.spec.containers;
      const [command = ""] = container.args;
      expect(commandNames).toContain(command);
      expect(container.image).toBe(kustomization.images[0].name);
      expect(container.envFrom.flatMap((from) => Object.values(from).map(({ name }) => name))).toEqual([
        "scanbook",
        "scanbook",
      ]);
      expect(
        foreign(
          container.env.map(({ name }) => name),
          command,
        ),
      ).toEqual([]);
      expect(container.volumeMounts.map(({ name }) => name)).toEqual(template.spec.volumes.map(({ name }) => name));
      if (kind === "Job") return;
      expect(selector?.matchLabels).toEqual(template.metadata.labels);
      const ports = container.ports.map(({ name }) => name);
      const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe];
      expect(probes.map((probe) => probe?.httpGet.path)).toEqual(["/health", "/health", "/ready"]);
      for (const probe of probes) expect(ports).toContain(probe?.httpGet.port);
      expect(container.ports.find(({ name }) => name === "operators")?.containerPort).toBe(9464);
      const seconds = Number(configured["DRAIN_SECONDS"]) + Number(configured["STOP_SECONDS"]) + STOP_MARGIN_SECONDS;
      expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(seconds);
    },
  );

  test("what points at pods and deployments points at some that there are, at ports that they have", () => {
    const byComponent = new Map(
      workloads.map(({ spec }) => [JSON.stringify(spec.template.metadata.labels), spec.template.spec.containers[0]]),
    );
    const Pointing = z.looseObject({
      selector: z.union([z.object({ matchLabels: Labels }), Labels]).optional(),
      podSelector: z.object({ matchLabels: Labels }).optional(),
      scaleTargetRef: z.object({ name: z.string() }).optional(),
      ports: z.array(z.object({ targetPort: z.string() })).optional(),
      ingress: z.array(z.object({ ports: z.array(z.object({ port: z.string() })) })).optional(),
    });
    const pointing = documents.filter(({ kind }) =>
      /^(Service|PodDisruptionBudget|NetworkPolicy|HorizontalPodAutoscaler)$/.test(kind),
    );
    expect(pointing.length).toBeGreaterThan(5);
    for (const { kind, metadata, spec } of pointing) {
      const { selector, podSelector, scaleTargetRef, ports = [], ingress = [] } = Pointing.parse(spec);
      if (scaleTargetRef !== undefined)
        expect(workloads.map((each) => each.metadata.name)).toContain(scaleTargetRef.name);
      else {
        const labels =
          podSelector?.matchLabels ??
          (selector !== undefined && "matchLabels" in selector ? selector.matchLabels : selector);
        const container = byComponent.get(JSON.stringify(labels));
        expect(container, `${kind} ${metadata.name}`).toBeDefined();
        const named = container?.ports.map(({ name }) => name) ?? [];
        const used = [
          ...ports.map(({ targetPort }) => targetPort),
          ...ingress.flatMap((rule) => rule.ports.map(({ port }) => port)),
        ];
        expect(
          used.filter((port) => !named.includes(port)),
          `${kind} ${metadata.name}`,
        ).toEqual([]);
      }
    }
  });
});

describe("dashboard and alerts", () => {
  const ofNode = new Registry();
  collectDefaultMetrics({ register: ofNode });
  const samples = new Map<string, readonly string[]>([
    ...ofNode.getMetricsAsArray().map(({ name }): [string, readonly string[]] => [name, []]),
    ...measuresByName.flatMap(([name, measure]): (readonly [string, readonly string[]])[] =>
      measure.kind === "histogram"
        ? [
            [`${name}_bucket`, [...measure.labels, "le"]],
            [`${name}_count`, measure.labels],
            [`${name}_sum`, measure.labels],
          ]
        : [[name, measure.labels]],
    ),
  ]);
  const Dashboard = z.object({
    panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) })),
  });
  const Rules = z.object({
    groups: z.array(
      z.object({
        rules: z.array(
          z.object({
            alert: z.string(),
            expr: z.string(),
            annotations: z.object({ summary: z.string(), runbook: z.string() }),
          }),
        ),
      }),
    ),
  });
  const panels = Dashboard.parse(JSON.parse(read("deploy/grafana/scanbook.json"))).panels;
  const rules = Rules.parse(parse(read("deploy/prometheus/alerts.yml"))).groups.flatMap((group) => group.rules);
  const expressions = [
    ...panels.flatMap(({ title, targets }) => targets.map(({ expr }): [string, string] => [title, expr])),
    ...rules.map(({ alert, expr }): [string, string] => [alert, expr]),
  ];
  /** Labels that Prometheus itself adds. */
  const ADDED = ["job", "instance"];

  test.each(expressions)("%s asks for metrics and labels that there are: %s", (_, expr) => {
    const used = [...expr.matchAll(/\b((?:scanbook|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)];
    expect(used).not.toEqual([]);
    expect(used.map(([, name = ""]) => name).filter((name) => !samples.has(name))).toEqual([]);
    for (const [, name = "", matchers = ""] of used) {
      const labels = [...matchers.matchAll(/(\w+)(?:=|!=|=~|!~)"/g)].map(([, label = ""]) => label);
      expect(labels.filter((label) => ![...ADDED, ...(samples.get(name) ?? [])].includes(label))).toEqual([]);
    }
    const grouped = [...expr.matchAll(/\b(?:by|on|ignoring) ?\(([^)]*)\)/g)].flatMap(([, names = ""]) =>
      names.split(/, */),
    );
    const all = new Set([...ADDED, ...used.flatMap(([, name = ""]) => samples.get(name) ?? [])]);
    expect(grouped.filter((label) => !all.has(label))).toEqual([]);
    expect(expr.split("(").length).toBe(expr.split(")").length);
  });

  test("every metric of ours is on the dashboard or in an alert", () => {
    const text = expressions.map(([, expr]) => expr).join(" ");
    expect(Object.keys(MEASURES).filter((name) => !text.includes(name))).toEqual([]);
  });

  test.each(rules.map(({ alert, annotations }) => [alert, annotations.runbook]))(
    "%s names a section of the runbook: %s",
    (_, where) => {
      const [file = "", anchor = ""] = where.split("#");
      const anchors = [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
        title
          .toLowerCase()
          .replaceAll(/[^a-z0-9 -]/g, "")
          .replaceAll(" ", "-"),
      );
      expect(anchors).toContain(anchor);
    },
  );
});
