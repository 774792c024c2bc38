/** The manifests speak of settings, metrics, pods and secrets that exist. No cluster is needed; kubectl, where it is, puts them together. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../../src/config.js';
import { projectRoot } from '../support/run-cli.js';

interface Probe {
  httpGet?: { path: string; port: string };
}
interface Container {
  name: string;
  image: string;
  env?: { name: string; value: string }[];
  envFrom?: { configMapRef: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  resources: { requests: Record<string, string>; limits: Record<string, string> };
  securityContext: Record<string, unknown>;
  volumeMounts: { name: string; mountPath: string }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
}
interface PodSpec {
  enableServiceLinks?: boolean;
  automountServiceAccountToken?: boolean;
  terminationGracePeriodSeconds?: number;
  securityContext: Record<string, unknown>;
  containers: Container[];
  volumes: { name: string; secret?: { items?: { key: string }[] } }[];
}
interface Resource {
  kind: string;
  metadata: { name: string };
  spec: {
    template?: { metadata: { labels: Record<string, string> }; spec: PodSpec };
    selector?: { matchLabels?: Record<string, string> } & Record<string, unknown>;
    scaleTargetRef?: { name: string };
    maxReplicas?: number;
    podSelector?: { matchLabels?: Record<string, string> };
    volumeClaimTemplates?: { metadata: { name: string } }[];
    metrics?: { external?: { metric: { name: string } } }[];
  };
}

const folder = join(projectRoot, 'deploy/kubernetes');
const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
const files = ['', 'search-engine'].flatMap((sub) =>
  readdirSync(join(folder, sub))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => join(sub, name)),
);
const notForTheCluster = /kustomization|prometheus-adapter/;
const resources = files
  .filter((name) => !notForTheCluster.test(name))
  .flatMap((name) => parseAllDocuments(read(name)).map((document) => document.toJS() as Resource));
const pods = resources.flatMap(({ metadata, spec, kind }) =>
  spec?.template
    ? [{ name: metadata.name, kind, claims: spec.volumeClaimTemplates ?? [], ...spec.template }]
    : [],
);
const ours = pods.filter(({ spec }) => spec.containers[0]!.image === 'contrafact');
const environmentOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^#? ?([A-Za-z0-9_-]+)=(.*)$/gm)].map((match) => [match[1]!, match[2]!]),
  );
const secrets = environmentOf(read('secrets.env.example'));

/** The folder as an operator has it after the first step, with the search engine. */
function chosen(): string {
  const copy = mkdtempSync(join(tmpdir(), 'contrafact-kubernetes-'));
  cpSync(folder, copy, { recursive: true });
  const lines = Object.entries(secrets).map(([name, value]) => `${name}=${value || 'letters'}`);
  writeFileSync(join(copy, 'secrets.env'), lines.join('\n'));
  const text = read('kustomization.yaml');
  const withEngine = text.replace('# components:\n#   - search-engine', 'components:\n  - search-engine');
  expect(withEngine).not.toBe(text);
  writeFileSync(join(copy, 'kustomization.yaml'), withEngine);
  return copy;
}

it('API and workers start with settings that the service accepts, their secrets from files', () => {
  expect(ours.map(({ name }) => name).sort()).toEqual(['api', 'worker']);
  const shared = environmentOf(read('settings.env'));
  const engine = parse(read('search-engine/kustomization.yaml')) as {
    configMapGenerator: { literals: string[] }[];
  };
  Object.assign(shared, environmentOf(engine.configMapGenerator[0]!.literals.join('\n')));
  const mount = '/run/secrets/contrafact';
  const place = mkdtempSync(join(tmpdir(), 'contrafact-secrets-'));
  for (const [name, value] of Object.entries(secrets)) writeFileSync(join(place, name), value || 'letters');
  for (const { name, spec } of ours) {
    const container = spec.containers[0]!;
    expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toContain(mount);
    const own = Object.fromEntries(container.env!.map((variable) => [variable.name, variable.value]));
    const environment = Object.fromEntries(
      Object.entries({ ...shared, ...own }).map(([key, value]) => [key, value.replace(mount, place)]),
    );
    const config = readConfig(environment);
    expect([config.role, config.blobs.kind]).toEqual([name, 's3']);
    expect(config.databaseUrl).toMatch(/@postgres:5432\/contrafact$/);
    expect(config.search?.urls).toMatch(/@engine:8123\/contrafact$/);
  }
  rmSync(place, { recursive: true });
});

it('no pod gets variables of service links, which the service would refuse as unknown settings', () => {
  for (const { name, spec } of pods) expect([name, spec.enableServiceLinks]).toEqual([name, false]);
});

it('every container may do as little as the strictest pod standard asks, and has bounds', () => {
  expect(pods).toHaveLength(6);
  for (const { name, spec } of pods) {
    expect(spec.automountServiceAccountToken, name).toBe(false);
    expect(spec.securityContext, name).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    for (const { securityContext, resources: bounds } of spec.containers) {
      expect(securityContext, name).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      for (const part of [bounds.requests, bounds.limits])
        expect(Object.keys(part).sort(), name).toEqual(['cpu', 'ephemeral-storage', 'memory']);
    }
  }
});

it('everything that runs on is asked whether it lives and whether it is ready; ours on the paths that it has', () => {
  for (const { name, kind, spec } of pods.filter(({ kind }) => kind !== 'Job')) {
    const { startupProbe, livenessProbe, readinessProbe } = spec.containers[0]!;
    expect([kind, startupProbe, livenessProbe, readinessProbe], name).not.toContain(undefined);
  }
  for (const { spec } of ours) {
    const { startupProbe, livenessProbe, readinessProbe } = spec.containers[0]!;
    const paths = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe!.httpGet!.path);
    expect(paths).toEqual(['/livez', '/livez', '/readyz']);
    // Else tasks would be killed in place of being handed back.
    const config = readConfig({});
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(config.shutdownGraceSeconds + 10);
  }
});

it('every volume, secret, selector and scaling target that is named exists', () => {
  for (const { name, spec, claims } of pods) {
    const volumes = [...spec.volumes, ...claims.map(({ metadata }) => metadata)].map((volume) => volume.name);
    for (const mount of spec.containers[0]!.volumeMounts) expect(volumes, name).toContain(mount.name);
    for (const { secret } of spec.volumes)
      for (const { key } of secret?.items ?? []) expect(Object.keys(secrets), name).toContain(key);
  }
  const names = pods.map(({ name }) => name);
  for (const { kind, metadata, spec } of resources) {
    if (spec?.scaleTargetRef) expect(names).toContain(spec.scaleTargetRef.name);
    const bare = kind === 'Service' ? (spec.selector as Record<string, string> | undefined) : undefined;
    const wanted = bare ?? spec?.selector?.matchLabels ?? spec?.podSelector?.matchLabels;
    if (!wanted) continue;
    const matching = pods.filter(({ metadata: { labels } }) =>
      Object.entries(wanted).every(([label, value]) => labels[label] === value),
    );
    expect(matching.length, `${kind} ${metadata.name}`).toBeGreaterThan(0);
  }
});

it('the database has connections for as many processes as scaling may start', () => {
  const most = resources
    .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
    .reduce((sum, { spec }) => sum + spec.maxReplicas!, 0);
  const connections = Number(/max_connections=(\d+)/.exec(read('postgres.yaml'))![1]);
  expect(connections).toBeGreaterThan(most * (readConfig({}).databaseLimits.connections + 2));
});

it('workers are scaled by a metric that the service has and the adapter hands on', () => {
  const metric = resources
    .flatMap(({ spec }) => spec?.metrics ?? [])
    .flatMap(({ external }) => external?.metric.name ?? []);
  expect(metric).toHaveLength(1);
  expect(readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8')).toContain(`\`${metric[0]}\``);
  const adapter = parse(read('prometheus-adapter.yaml')) as {
    rules: { external: { name: { as: string } }[] };
  };
  expect(adapter.rules.external.map(({ name }) => name.as)).toEqual(metric);
});

describe.skipIf(spawnSync('kubectl', ['version', '--client'], { stdio: 'ignore' }).status !== 0)(
  'with kubectl (needs kubectl on the PATH)',
  () => {
    const copy = chosen();
    afterAll(() => rmSync(copy, { recursive: true }));

    it('the parts make one whole, with the search engine and its setting', () => {
      const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', copy], { encoding: 'utf8' });
      expect(status, stderr).toBe(0);
      const whole = parseAllDocuments(stdout).map(
        (document) => document.toJS() as Resource & { data?: object },
      );
      expect(whole.filter(({ kind }) => kind === 'StatefulSet').map(({ metadata }) => metadata.name)).toEqual(
        expect.arrayContaining(['engine', 'objects', 'postgres']),
      );
      const settings = whole.find(({ kind }) => kind === 'ConfigMap')!;
      expect(settings.data).toHaveProperty('CONTRAFACT_SEARCH_FILE');
      for (const { kind, metadata } of whole.filter(({ kind }) => kind !== 'Namespace'))
        expect([kind, metadata]).toEqual([kind, expect.objectContaining({ namespace: 'contrafact' })]);
    });
  },
);
