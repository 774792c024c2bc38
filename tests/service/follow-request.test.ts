/** One request followed through the log, and through a trace, to the callback that answers it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiOf } from '../support/api.js';
import { type Instance, startInstance } from '../support/instance.js';
import { type Received, receiverEnv, startReceiver, type TestReceiver } from '../support/receiver.js';

interface LogLine {
  readonly msg: string;
  readonly request_id?: string;
  readonly task_id?: string;
  readonly message_id?: string;
}

interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
}

const requestId = 'followed-request-0001';
const callersTrace = '0af7651916cd43dd8448eb211c80319c';
const spans: ReceivedSpan[] = [];
/** What is sent to a collector over OTLP/HTTP as JSON. */
const collector = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
      resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[];
    };
    for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});
let instance: Instance;
let receiver: TestReceiver;
let taskId: string;
let callback: Received;

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  receiver = await startReceiver();
  instance = await startInstance({
    env: {
      ...receiverEnv,
      CONTRAFACT_OTLP_URL: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    },
  });
  const account = await instance.account('enterprise');
  await instance.command('setCallback', { accountId: account.accountId, url: receiver.url });
  const words = [
    'The river runs below the bridge',
    'and nobody has seen the light',
    'since the mill fell down',
  ];
  const accepted = await apiOf(instance, account).post(
    '/lyric-plagiarism/standard',
    { song_title: 'Below', lyric_text: words.join('\n') },
    { 'x-request-id': requestId, traceparent: `00-${callersTrace}-b7ad6b7169203331-01` },
  );
  expect(accepted.status).toBe(202);
  expect(accepted.headers.get('x-request-id')).toBe(requestId);
  taskId = String(accepted.body.taskId ?? accepted.body.task_id);
  callback = await receiver.final(taskId);
});
afterAll(async () => {
  await instance?.stop();
  await receiver?.close();
  collector.close();
});

const lines = (): LogLine[] =>
  instance.logs
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine);

it('request, task and callback carry one request_id in the log, beside task_id and message_id', async () => {
  const followed = (): LogLine[] => lines().filter((line) => line.request_id === requestId);
  await expect.poll(() => followed().map(({ msg }) => msg)).toContain('callback');
  const line = (msg: string): LogLine | undefined => followed().find((candidate) => candidate.msg === msg);
  expect(line('request')).toBeDefined();
  expect(line('task accepted')).toMatchObject({ task_id: taskId });
  expect(line('task attempt ended')).toMatchObject({ task_id: taskId });
  expect(line('callback')).toMatchObject({ task_id: taskId, message_id: callback.headers['webhook-id'] });
});

it('request, task, computation and delivery are spans of one trace: the caller’s', async () => {
  const ofTrace = (): ReceivedSpan[] => spans.filter(({ traceId }) => traceId === callersTrace);
  const names = (): string[] => ofTrace().map(({ name }) => name);
  await expect
    .poll(names)
    .toEqual(
      expect.arrayContaining([
        'POST /api/v1/lyric-plagiarism/:model_name',
        'task lyric-plagiarism',
        'callback delivery',
      ]),
    );
  const named = (name: string): ReceivedSpan => ofTrace().find((span) => span.name === name)!;
  const request = ofTrace().find(({ name }) => name.startsWith('POST '))!;
  const task = named('task lyric-plagiarism');
  expect(request.parentSpanId).toBe('b7ad6b7169203331');
  expect(task.parentSpanId).toBe(request.spanId);
  expect(named('callback delivery').parentSpanId).toBe(request.spanId);
  await expect
    .poll(() => ofTrace().filter(({ parentSpanId }) => parentSpanId === task.spanId).length)
    .toBeGreaterThan(0);
});

it('no warning of Node or of a library stands among what the service prints', () => {
  expect(instance.logs).not.toMatch(/--trace-warnings|Deprecat|ExperimentalWarning/);
});
