/** Code to take away: the call that the page just made, and a receiver that checks the signature. */
import type { Operation } from '../api/types.js';
import { operationWords } from './operations.js';

export interface CallFacts {
  operation: Operation;
  model: string;
  musicId: string | null;
  filename: string | null;
  /** Lyric plagiarism of a text; absent where it is of a recording. */
  lyricText?: string;
  songTitle?: string;
  /** Plagiarism and lyrics; absent: the instance's own songs, and for lyrics every dataset. */
  datasetId?: string;
  /** Comparisons only. */
  otherMusicId?: string;
}

function pathOf({ operation, model }: CallFacts): string {
  const { path } = operationWords[operation];
  return `/api/v1/${path}${model === '' ? '' : `/${model}`}`;
}

const isOfText = ({ operation, lyricText }: CallFacts): boolean =>
  operation === 'lyric-plagiarism' && lyricText !== undefined;

/** What a body names beside the song. */
function othersOf({ operation, datasetId, otherMusicId = 'mus_…' }: CallFacts): object {
  if (operation === 'compare') return { otherMusicId };
  if (operation === 'lyric-plagiarism') return datasetId ? { dataset_id: datasetId } : {};
  const isOther = datasetId !== undefined && datasetId !== 'default';
  return operation === 'plagiarism' && isOther ? { dataset_id: datasetId } : {};
}

function bodyOf(facts: CallFacts): object {
  return isOfText(facts)
    ? {
        lyric_text: facts.lyricText ?? '',
        song_title: facts.songTitle ?? '',
        ...(facts.datasetId && { dataset_id: facts.datasetId }),
      }
    : { musicId: facts.musicId ?? 'mus_…', ...othersOf(facts) };
}

/** One argument for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export function curlSnippet(facts: CallFacts, origin: string): string {
  const upload = isOfText(facts)
    ? ''
    : `# Upload once: the answer holds the musicId
curl ${origin}/api/v1/music \\
  -H "Authorization: Bearer $CONTRAFACT_API_KEY" \\
  -F file=@${quoted(facts.filename ?? 'song.mp3')}

`;
  return `${upload}curl ${origin}${pathOf(facts)} \\
  -H "Authorization: Bearer $CONTRAFACT_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d ${quoted(JSON.stringify(bodyOf(facts)))}`;
}

/** The body in TypeScript, with the musicId that the lines above got. */
function withMusicId(facts: CallFacts): string {
  const others = Object.entries(othersOf(facts)).map(
    ([name, value]) => `, ${name}: ${JSON.stringify(value)}`,
  );
  return `{ musicId${others.join('')} }`;
}

export function typescriptSnippet(facts: CallFacts, origin: string): string {
  const head = `const origin = ${JSON.stringify(origin)};
const headers = { Authorization: \`Bearer \${process.env.CONTRAFACT_API_KEY}\` };
`;
  const upload = isOfText(facts)
    ? ''
    : `
import { openAsBlob } from 'node:fs';

const form = new FormData();
form.append('file', await openAsBlob(${JSON.stringify(facts.filename ?? 'song.mp3')}), ${JSON.stringify(facts.filename ?? 'song.mp3')});
const uploaded = await fetch(\`\${origin}/api/v1/music\`, { method: 'POST', headers, body: form });
const { musicId } = await uploaded.json();${facts.musicId ? ` // '${facts.musicId}'` : ''}
`;
  const body = isOfText(facts) ? JSON.stringify(bodyOf(facts)) : withMusicId(facts);
  return `${head}${upload}
const started = await fetch(\`\${origin}${pathOf(facts)}\`, {
  method: 'POST',
  headers: { ...headers, 'Content-Type': 'application/json' },
  body: JSON.stringify(${body}),
});
console.log(await started.json()); // the result comes to your callback URL`;
}

export function typescriptReceiver(prefix: string): string {
  return `import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';

const secret = process.env.CONTRAFACT_SIGNING_SECRET!;

/** The sender knew the secret, and not one byte of the body was changed. */
function authentic(headers: IncomingHttpHeaders, body: string): boolean {
  const timestamp = String(headers['webhook-timestamp'] ?? '');
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key)
    .update(\`\${headers['webhook-id']}.\${timestamp}.\${body}\`)
    .digest('base64');
  const offered = String(headers['webhook-signature'] ?? '').split(' ');
  return fresh(timestamp) && offered.some((one) => same(one, \`v1,\${expected}\`));
}

/** The older scheme, over time and task: ${prefix}-timestamp and ${prefix}-signature. */
function taskAuthentic(headers: IncomingHttpHeaders, taskId: string): boolean {
  const timestamp = String(headers['${prefix}-timestamp'] ?? '');
  const expected = createHmac('sha256', secret).update(\`\${timestamp}:\${taskId}\`).digest('hex');
  return fresh(timestamp) && same(String(headers['${prefix}-signature'] ?? ''), expected);
}

function fresh(timestamp: string): boolean {
  return /^\\d+$/.test(timestamp) && Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300;
}

/** In constant time. */
function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  if (!authentic(request.headers, body)) return response.writeHead(401).end();
  const message = JSON.parse(body);
  if (message.type === 'url_verification') {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    return response.end(JSON.stringify({ challenge: message.challenge }));
  }
  if (!taskAuthentic(request.headers, message.task_id)) return response.writeHead(401).end();
  response.writeHead(200).end(); // answer first, work later
  console.log(message.task_id, message.status);
}).listen(9000);`;
}

export function pythonReceiver(prefix: string): string {
  return `import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

SECRET = os.environ["CONTRAFACT_SIGNING_SECRET"]


def fresh(timestamp: str) -> bool:
    return timestamp.isascii() and timestamp.isdigit() and abs(time.time() - int(timestamp)) <= 300


def same(a: str, b: str) -> bool:
    return hmac.compare_digest(a.encode(), b.encode())


def authentic(headers, body: bytes) -> bool:
    """The sender knew the secret, and not one byte of the body was changed."""
    timestamp = headers.get("webhook-timestamp", "")
    key = base64.b64decode(SECRET.removeprefix("whsec_"))
    signed = f"{headers.get('webhook-id', '')}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    offered = headers.get("webhook-signature", "").split(" ")
    return fresh(timestamp) and any(same(one, expected) for one in offered)


def task_authentic(headers, task_id: str) -> bool:
    """The older scheme, over time and task: ${prefix}-timestamp and ${prefix}-signature."""
    timestamp = headers.get("${prefix}-timestamp", "")
    expected = hmac.new(SECRET.encode(), f"{timestamp}:{task_id}".encode(), hashlib.sha256).hexdigest()
    return fresh(timestamp) and same(headers.get("${prefix}-signature", ""), expected)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        if not authentic(self.headers, body):
            return self.answer(401)
        message = json.loads(body)
        if message.get("type") == "url_verification":
            return self.answer(200, {"challenge": message["challenge"]})
        if not task_authentic(self.headers, message.get("task_id", "")):
            return self.answer(401)
        self.answer(200)  # answer first, work later
        print(message["task_id"], message["status"])

    def answer(self, status, document=None):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        if document is not None:
            self.wfile.write(json.dumps(document).encode())


HTTPServer(("", 9000), Receiver).serve_forever()`;
}
