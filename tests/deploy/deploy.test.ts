/** What deploys the service speaks of settings, processes and metrics that exist. No container engine is needed. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig, settingNames } from '../../src/config.js';
import { projectRoot } from '../support/run-cli.js';
import { checkExample, isInstalled, type ProxyName } from './proxy.js';

interface Service {
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: Record<string, unknown>;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  networks?: string[];
  network_mode?: string;
  build?: string;
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  networks: Record<string, { internal?: boolean }>;
}

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const given: Record<string, string> = { POSTGRES_PASSWORD: 'letters', S3_PASSWORD: 'digits' };
/** Variables as the engine replaces them: ${NAME}, ${NAME:-default}, ${NAME:?message}. */
const substituted = read('compose.yaml').replace(
  /\$\{([A-Z0-9_]+)(?::([-?])([^}]*))?\}/g,
  (_whole, name: string, kind: string | undefined, text: string | undefined) =>
    given[name] ?? (kind === '-' ? (text ?? '') : `missing ${name}`),
);
const compose = parse(substituted, { merge: true }) as Compose;
const processes = Object.entries(compose.services).filter(
  ([, service]) => service.environment?.CONTRAFACT_ROLE,
);

it('compose.yaml starts 2 API and 3 worker processes, each with settings that the service accepts', () => {
  expect(substituted).not.toContain('missing ');
  const roles = processes.map(([, { environment }]) => readConfig(environment!).role).sort();
  expect(roles).toEqual(['api', 'api', 'worker', 'worker', 'worker']);
  for (const [, { environment, read_only }] of processes) {
    expect(readConfig(environment!).blobs.kind).toBe('s3');
    expect(read_only).toBe(true);
  }
});

it('all processes share database, uploads and models, and each has a data folder of its own', () => {
  const shared = processes.map(([, { environment }]) => {
    const { CONTRAFACT_ROLE, CONTRAFACT_TRUST_PROXY, ...rest } = environment!;
    return JSON.stringify(rest);
  });
  expect(new Set(shared).size).toBe(1);
  const data = processes.map(([, { volumes }]) => volumes!.find((volume) => volume.endsWith(':/data')));
  expect(new Set(data).size).toBe(5);
});

it('every service and volume that is named exists', () => {
  const services = Object.keys(compose.services);
  for (const { depends_on = {}, volumes = [] } of Object.values(compose.services)) {
    for (const name of Object.keys(depends_on)) expect(services).toContain(name);
    for (const volume of volumes) {
      const source = volume.split(':')[0]!;
      if (source.startsWith('.')) expect(existsSync(join(projectRoot, source))).toBe(true);
      else expect(Object.keys(compose.volumes)).toContain(source);
    }
  }
  const upstreams = /reverse_proxy (.*) \{/.exec(read('deploy/Caddyfile'))![1]!.split(' ');
  const apis = processes.filter(([, { environment }]) => environment!.CONTRAFACT_ROLE === 'api');
  expect(upstreams.sort()).toEqual(apis.map(([name]) => `${name}:8080`).sort());
});

it('every container is without new privileges, and what decodes has no capability and no other system call filter', () => {
  for (const [name, { security_opt = [] }] of Object.entries(compose.services)) {
    expect(security_opt, name).toEqual(['no-new-privileges:true']);
  }
  for (const [name, { cap_drop, read_only }] of processes) {
    expect([name, cap_drop, read_only]).toEqual([name, ['ALL'], true]);
  }
});

it('database and object store have no way out, and the proxy reaches neither of them nor a worker', () => {
  const of = (name: string): string[] => compose.services[name]!.networks ?? [];
  for (const [name, { networks, network_mode }] of Object.entries(compose.services)) {
    // A service without either would be in a network with all others.
    expect(networks ?? [network_mode], name).not.toContain(undefined);
    for (const network of networks ?? []) expect(Object.keys(compose.networks)).toContain(network);
  }
  for (const name of ['postgres', 'objects', 'bucket', 'engine']) {
    for (const network of of(name)) expect(compose.networks[network]).toEqual({ internal: true });
  }
  const shared = (a: string, b: string): string[] => of(a).filter((network) => of(b).includes(network));
  expect(shared('postgres', 'objects')).toEqual([]);
  for (const [name, { environment }] of processes) {
    const isApi = environment!.CONTRAFACT_ROLE === 'api';
    expect(shared('proxy', name).length > 0, name).toBe(isApi);
    expect([shared(name, 'postgres'), shared(name, 'objects')]).toEqual([['database'], ['objects']]);
  }
  expect(['postgres', 'objects', 'engine'].map((name) => shared('proxy', name))).toEqual([[], [], []]);
});

it('the Dockerfile’s image runs as an ordinary user, tells its health, and copies what the build makes', () => {
  const lines = read('Dockerfile').split('\n');
  expect(lines.filter((line) => line.startsWith('FROM '))).toHaveLength(2);
  expect(lines).toContain('USER node');
  // As process 1 Node would leave decoders of killed compute processes as zombies: tini reaps them.
  expect(lines).toContain('ENTRYPOINT ["tini", "--", "node", "bin/contrafact"]');
  expect(read('Dockerfile')).toMatch(/apt-get install .*\bbubblewrap tini\b/);
  expect(lines.some((line) => line.startsWith('HEALTHCHECK '))).toBe(true);
  const names = [...read('Dockerfile').matchAll(/\b(CONTRAFACT_[A-Z0-9_]+)/g)].map((match) => match[1]!);
  expect(names.length).toBeGreaterThan(1);
  for (const name of names) expect(settingNames).toContain(name);
  const packed = (JSON.parse(read('package.json')) as { files: string[] }).files;
  // Documents need not be in an image, nor the script that made it small; whatever else a release holds must be.
  const absent = ['docs', 'scripts/prune-installed.mjs'];
  for (const folder of packed.filter((path) => !path.startsWith('!') && !absent.includes(path))) {
    expect(lines).toContain(`COPY --from=build /app/${folder} ./${folder}`);
  }
});

it('the systemd unit starts what there is, with settings that exist', () => {
  const unit = read('deploy/systemd/contrafact.service');
  expect(unit).toMatch(/^ExecStart=\/usr\/bin\/node \/opt\/contrafact\/bin\/contrafact serve$/m);
  expect(existsSync(join(projectRoot, 'bin/contrafact'))).toBe(true);
  expect(unit).toMatch(/^NoNewPrivileges=true$/m);
  // What bubblewrap needs for the sandbox of decoders.
  expect(unit).not.toMatch(/^RestrictNamespaces=/m);
  expect(unit).toMatch(/^RestrictAddressFamilies=.*\bAF_NETLINK$/m);
  for (const [, name] of unit.matchAll(/\b(CONTRAFACT_[A-Z0-9_]+)/g)) expect(settingNames).toContain(name);
});

const sourceText = readdirSync(join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => read(join('src', path)))
  .join('\n');
/** As they are registered: the name is the first word of its registration. */
const registered = new Set(
  [...sourceText.matchAll(/(?:name: |gauge\(\s*)'(contrafact_[a-z_]+)'/g)].map((match) => match[1]!),
);
const namesIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/\b(contrafact_[a-z_]+?)(?:_bucket)?(?=[^a-z_]|$)/g)].map((match) => match[1]!));

it('alerts and the dashboard ask for metrics that the service has', () => {
  const asked = namesIn(read('deploy/prometheus/alerts.yaml') + read('deploy/grafana/contrafact.json'));
  expect(asked.size).toBeGreaterThan(15);
  expect([...asked].filter((name) => !registered.has(name))).toEqual([]);
  const rules = parse(read('deploy/prometheus/alerts.yaml')) as {
    groups: { rules: { alert: string; expr: string }[] }[];
  };
  const alerts = rules.groups.flatMap((group) => group.rules.map(({ alert }) => alert));
  for (const alert of alerts) expect(read('docs/operations.md')).toContain(alert);
});

it('every metric is documented, and none that does not exist', () => {
  const documented = [...read('docs/operations.md').matchAll(/`(contrafact_[a-z_]+)`/g)].map(
    (match) => match[1]!,
  );
  expect([...registered].sort()).toEqual([...new Set(documented)].sort());
});

const hasPromtool = spawnSync('promtool', ['--version'], { stdio: 'ignore' }).status === 0;
it.skipIf(!hasPromtool)('Prometheus accepts the alert rules (needs promtool of Debian’s prometheus)', () => {
  const { status, stdout, stderr } = spawnSync(
    'promtool',
    ['check', 'rules', join(projectRoot, 'deploy/prometheus/alerts.yaml')],
    { encoding: 'utf8' },
  );
  expect(status, stdout + stderr).toBe(0);
});

describe.each<ProxyName>(['nginx', 'haproxy'])('the example for %s', (name) => {
  it.skipIf(!isInstalled(name))(`is one that the program takes (needs ${name} on the PATH)`, async () => {
    expect(await checkExample(name)).toBeNull();
  });

  it('hides metrics, replaces X-Forwarded-For and waits longer than the service', () => {
    const text = read(name === 'nginx' ? 'deploy/nginx.conf' : 'deploy/haproxy.cfg');
    expect(text).toMatch(/metrics[^#]*404|404[^#]*metrics/);
    expect(text).toMatch(/X-Forwarded-For (\$remote_addr|%\[src\])/);
    expect(text.match(/620s/g)).toHaveLength(2);
    for (const [, setting] of text.matchAll(/\b(CONTRAFACT_[A-Z0-9_]+)/g))
      expect(settingNames).toContain(setting);
  });
});
