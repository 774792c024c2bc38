// Writes signatures.json beside itself: `node client/test-vectors/make.mjs`. It computes the signatures from the
// specification alone, with none of the code that they test.
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';

const now = 1_790_000_000;
const secret = `whsec_${Buffer.from(Array.from({ length: 32 }, (_, i) => i * 7 + 3)).toString('base64')}`;
const oldSecret = `whsec_${Buffer.from(Array.from({ length: 32 }, (_, i) => 255 - i * 5)).toString('base64')}`;
const taskId = 'task_20260921131320_k3v9x0qa';
const messageId = 'msg_4fj2k8s0d9a7q1z3x5c6';

const plain = JSON.stringify({
  task_id: taskId,
  task_name: 'check_is_same',
  status: 'success',
  completed_at: '2026-09-21T14:13:20.000Z',
  result: { is_duplicate: false, matched_music_id: null, matched_musicname: null },
});
const unicode = JSON.stringify({
  task_id: taskId,
  task_name: 'lyric-transcription',
  status: 'success',
  completed_at: '2026-09-21T14:13:20.000Z',
  result_json: { lyrics: '사랑해\nça ira \u{1f3b5} “quoted” \u0000', languages: [], is_instrumental: false },
});
const spaced = `{ "task_id" : "${taskId}",\n  "status": "failure", "error": "slash \\/ and 1.0" }\n`;

const taskSignature = (key, timestamp, id) =>
  createHmac('sha256', key).update(`${timestamp}:${id}`).digest('hex');
const standardSignature = (key, id, timestamp, body) =>
  `v1,${createHmac('sha256', Buffer.from(key.slice(6), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')}`;

function headers({
  body = plain,
  at = now,
  id = taskId,
  keys = [secret],
  prefix = 'x-svc',
  timestamp = String(at),
} = {}) {
  return {
    [`${prefix}-timestamp`]: timestamp,
    [`${prefix}-signature`]: taskSignature(keys[0], timestamp, id),
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map((key) => standardSignature(key, messageId, timestamp, body)).join(' '),
  };
}
const without = (name) => {
  const { [name]: _, ...rest } = headers();
  return rest;
};
const vectors = [];
const valid = (name, fields = {}) =>
  vectors.push({
    name,
    now,
    secret,
    prefix: 'x-svc',
    headers: headers(),
    body: plain,
    reason: null,
    ...fields,
  });
const invalid = (name, reason, fields) => valid(name, { ...fields, reason });

valid('a plain body');
valid('a body of many scripts, signed over its UTF-8 bytes', {
  headers: headers({ body: unicode }),
  body: unicode,
});
valid('a body whose white space and escapes must not be normalised', {
  headers: headers({ body: spaced }),
  body: spaced,
});
valid('another header prefix', { headers: headers({ prefix: 'x-acme' }), prefix: 'x-acme' });
valid('300 seconds old', { headers: headers({ at: now - 300 }) });
valid('300 seconds in the future', { headers: headers({ at: now + 300 }) });
valid('rotation: the receiver has the new secret', { headers: headers({ keys: [secret, oldSecret] }) });
valid('rotation: the receiver still has the old secret', {
  headers: headers({ keys: [secret, oldSecret] }),
  secret: oldSecret,
});
valid('a signature of an unknown version beside the right one', {
  headers: { ...headers(), 'webhook-signature': `v9,AAAA ${headers()['webhook-signature']}` },
});

for (const name of Object.keys(headers())) {
  invalid(`no ${name}`, 'missing_header', { headers: without(name) });
  invalid(`an empty ${name}`, 'missing_header', { headers: { ...headers(), [name]: '' } });
}
const noId = plain.replace(/"task_id":"[^"]*",/, '');
invalid('no task_id', 'missing_task_id', { headers: headers({ body: noId }), body: noId });
const numberId = plain.replace(`"${taskId}"`, '7');
invalid('a task_id that is a number', 'missing_task_id', {
  headers: headers({ body: numberId, id: '7' }),
  body: numberId,
});
const broken = plain.slice(0, -1);
invalid('a body that is not JSON', 'missing_task_id', { headers: headers({ body: broken }), body: broken });
invalid('an empty body', 'missing_task_id', { headers: headers({ body: '' }), body: '' });
for (const timestamp of [
  'soon',
  `${now}.5`,
  `${now}s`,
  `-${now}`,
  '1.79e9',
  '0x6ab13b80',
  new Date(now * 1000).toISOString(),
]) {
  invalid(`the timestamp ${timestamp}`, 'timestamp_not_integer', { headers: headers({ timestamp }) });
}
for (const name of ['x-svc-timestamp', 'webhook-timestamp']) {
  invalid(`only ${name} is no integer`, 'timestamp_not_integer', {
    headers: { ...headers(), [name]: 'soon' },
  });
  invalid(`only ${name} is stale`, 'timestamp_out_of_tolerance', {
    headers: { ...headers(), [name]: String(now - 301) },
  });
  invalid(`${name} was moved by a second`, 'signature_mismatch', {
    headers: { ...headers(), [name]: String(now + 1) },
  });
}
invalid('301 seconds old', 'timestamp_out_of_tolerance', { headers: headers({ at: now - 301 }) });
invalid('301 seconds in the future', 'timestamp_out_of_tolerance', { headers: headers({ at: now + 301 }) });
invalid('a timestamp in milliseconds', 'timestamp_out_of_tolerance', {
  headers: headers({ timestamp: `${now}000` }),
});
invalid('signed with another secret', 'signature_mismatch', { headers: headers({ keys: [oldSecret] }) });
invalid('a changed body', 'signature_mismatch', { body: plain.replace('false', 'true') });
invalid('another task_id', 'signature_mismatch', { body: plain.replace('k3v9x0qa', 'k3v9x0qb') });
invalid('another webhook-id', 'signature_mismatch', { headers: { ...headers(), 'webhook-id': 'msg_other' } });
const flipped = headers()['x-svc-signature'].replace(/.$/, (c) => (c === '0' ? '1' : '0'));
invalid('one digit of the task signature is wrong', 'signature_mismatch', {
  headers: { ...headers(), 'x-svc-signature': flipped },
});
invalid('the task signature in upper case', 'signature_mismatch', {
  headers: { ...headers(), 'x-svc-signature': headers()['x-svc-signature'].toUpperCase() },
});
invalid('a short task signature', 'signature_mismatch', {
  headers: { ...headers(), 'x-svc-signature': 'ab' },
});
invalid('a webhook-signature without its version', 'signature_mismatch', {
  headers: { ...headers(), 'webhook-signature': headers()['webhook-signature'].slice(3) },
});
invalid('a right task signature beside a wrong webhook-signature', 'signature_mismatch', {
  headers: { ...headers(), 'webhook-signature': headers({ keys: [oldSecret] })['webhook-signature'] },
});

const file = {
  about:
    "Callbacks and whether a receiver must accept them. `now` is the receiver's clock in seconds since 1970, `prefix` the service's header prefix, `body` the exact text; `reason` is null for an authentic callback.",
  tolerance_seconds: 300,
  vectors,
};
writeFileSync(new URL('signatures.json', import.meta.url), `${JSON.stringify(file, null, 2)}\n`);
