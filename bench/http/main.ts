/**
 * How much HTTP one instance does: authenticated JSON calls a second with their 99th percentile, beside the same
 * load on /livez as the floor; then parallel uploads with the service's peak memory. Client and service share the
 * machine, so the figures are lower bounds.
 */
import { parseArgs } from 'node:util';
import { startInstance } from '../../tests/support/instance.js';
import { measureCalls } from './calls.js';
import { watchMemory } from './memory.js';
import { measureUploads } from './uploads.js';

const help = `npm run bench -- http [--seconds 10] [--connections 32] [--uploads 32] [--megabytes 20]`;

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '10' },
      connections: { type: 'string', default: '32' },
      uploads: { type: 'string', default: '32' },
      megabytes: { type: 'string', default: '20' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(help);
    return;
  }
  const seconds = Number(values.seconds);
  const connections = Number(values.connections);
  const instance = await startInstance({
    env: { CONTRAFACT_RATE_ENTERPRISE: '1000000', CONTRAFACT_LOG_LEVEL: 'warn' },
  });
  try {
    const { apiKey } = await instance.account('enterprise');
    console.log(`\n${connections} connections, ${seconds} s each\n`);
    console.log('| call | requests/s | p50 ms | p99 ms | errors |\n|---|---|---|---|---|');
    const routes = [
      ['GET /livez (no key, no database: the floor)', '/livez'],
      ['GET /api/v1/callback (key, rate limit, one read)', '/api/v1/callback'],
      ['GET /api/v1/tasks/{id} (unknown id)', '/api/v1/tasks/task_20260101000000_00000000'],
    ] as const;
    for (const [title, path] of routes) {
      process.stderr.write(`${title} …\n`);
      const found = await measureCalls(`${instance.url}${path}`, apiKey, connections, seconds);
      console.log(
        `| ${title} | ${found.perSecond.toFixed(0)} | ${found.p50Ms.toFixed(1)} | ${found.p99Ms.toFixed(1)} | ${found.errors} |`,
      );
    }

    const count = Number(values.uploads);
    const megabytes = Number(values.megabytes);
    process.stderr.write(`${count} parallel uploads of ${megabytes} MB …\n`);
    const memory = watchMemory(instance.pid);
    const uploads = await measureUploads(instance.url, apiKey, count, megabytes);
    const peak = memory.stop();
    console.log(`\n${count} parallel uploads of ${megabytes} MB (each decoded whole before its answer)\n`);
    console.log('| figure | value |\n|---|---|');
    console.log(`| answered 201 | ${uploads.created} of ${count} |`);
    console.log(`| wall time | ${uploads.wallSeconds.toFixed(1)} s |`);
    console.log(`| throughput | ${((count * megabytes) / uploads.wallSeconds).toFixed(0)} MB/s |`);
    console.log(`| slowest /livez meanwhile | ${uploads.slowestLivezMs.toFixed(0)} ms |`);
    console.log(`| memory of the service process before | ${peak.beforeMb.toFixed(0)} MB |`);
    console.log(`| its peak | ${peak.mainMb.toFixed(0)} MB |`);
    console.log(`| peak with decoding processes | ${peak.allMb.toFixed(0)} MB |`);
  } finally {
    await instance.kill9();
    await instance.stop();
  }
}
