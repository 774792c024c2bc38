import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { operationNames } from '../../domain/operations.js';
import { problemCodes, problems } from '../../domain/problems.js';
import { openApiText } from './document.js';
import { errorsPage } from './errors-page.js';

const root = resolve(import.meta.dirname, '../../..');
const committed = (path: string): string => readFileSync(resolve(root, path), 'utf8');

interface Operation {
  operationId?: string;
  summary?: string;
  tags?: string[];
  responses: Record<string, { content?: Record<string, unknown> }>;
}
interface Document {
  openapi: string;
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, unknown>;
  components: { schemas: Record<string, unknown> };
}

describe('openapi/v1.json', () => {
  let text: string;
  let document: Document;
  beforeAll(async () => {
    text = await openApiText();
    document = JSON.parse(text) as Document;
  });

  it('is what the routes say today (else: npm run openapi)', () => {
    expect(committed('openapi/v1.json')).toBe(text);
  });

  it('is OpenAPI 3.1 and holds every operation of the interface', () => {
    expect(document.openapi).toBe('3.1.0');
    for (const path of [
      '/api/v1/music',
      '/api/v1/fingerprint/add',
      '/api/v1/fingerprint/check',
      '/api/v1/lyric-plagiarism/{model_name}',
      '/api/v1/plagiarism/{model_name}',
      '/api/v1/lyric-transcription/{model}',
      '/api/v1/lyric_transcription/{model}',
      '/api/v1/ai-detection/{model_name}',
    ]) {
      expect(document.paths[path]?.post, path).toBeDefined();
    }
  });

  it('has a webhook for the callbacks of every operation and for the challenge', () => {
    expect(Object.keys(document.webhooks).sort()).toEqual([...operationNames, 'url-verification'].sort());
  });

  it('requires of each webhook the headers that are sent: the challenge has no task_id, and no signature over one', () => {
    const required = (name: string): string[] => {
      const { post } = document.webhooks[name] as { post: { parameters: { name: string }[] } };
      return post.parameters.map((parameter) => parameter.name);
    };
    const standard = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
    expect(required('url-verification')).toEqual(standard);
    expect(required('plagiarism')).toEqual(['x-svc-timestamp', 'x-svc-signature', ...standard]);
  });

  it('refers to nothing that is not there, and names every schema once', () => {
    const references = [...text.matchAll(/"\$ref": "([^"]+)"/g)].map((match) => match[1] as string);
    expect(references.length).toBeGreaterThan(50);
    for (const reference of new Set(references)) {
      const name = /^#\/components\/schemas\/(\w+)$/.exec(reference)?.[1] ?? '';
      expect(Object.keys(document.components.schemas), reference).toContain(name);
    }
    for (const name of Object.keys(document.components.schemas)) {
      const used = references.includes(`#/components/schemas/${name}`);
      expect(used, `${name} is referred to`).toBe(true);
    }
  });

  it('describes every chapter, and every operation stands in one', () => {
    const chapters = document.tags.map(({ name }) => name);
    for (const { operationId, tags } of Object.values(document.paths).flatMap(Object.values)) {
      expect(chapters, operationId).toContain(tags?.[0]);
    }
    for (const { name, description } of document.tags) expect(description, name).toBeTruthy();
  });

  it('gives every operation a unique id, a summary and its problem documents', () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    const ids = operations.map((operation) => operation.operationId);
    expect(new Set(ids).size).toBe(operations.length);
    for (const { operationId, summary, responses } of operations) {
      expect(summary, operationId).toBeTruthy();
      for (const status of ['401', '404', '422', '429', '500']) {
        expect(responses[status]?.content, `${operationId} ${status}`).toHaveProperty([
          'application/problem+json',
        ]);
      }
    }
  });
});

describe('docs/errors.md', () => {
  it('is what the catalogue says today (else: npm run openapi)', () => {
    expect(committed('docs/errors.md')).toBe(errorsPage());
  });

  it('lists every code with its status, and no code that is gone', () => {
    const listed = new Map(
      [...committed('docs/errors.md').matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)].map((row) => [row[2], row[1]]),
    );
    expect([...listed.keys()].sort()).toEqual([...problemCodes].sort());
    for (const code of problemCodes) expect(listed.get(code)).toBe(String(problems[code].status));
  });
});
