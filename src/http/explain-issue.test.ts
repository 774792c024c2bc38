import { expect, it } from 'vitest';
import { z } from 'zod';
import { explainIssue } from './explain-issue.js';
import { RequestIssues, validationProblem, validatorCompiler } from './validation.js';

const schema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  share: z.number().min(0).max(1).optional(),
  count: z.number().int().min(1).optional(),
  name: z.string().trim().min(1).max(200).optional(),
  title: z.string().min(1).optional(),
  model: z.enum(['lite', 'standard']).optional(),
  only: z.literal('default').optional(),
  list: z.array(z.number().min(1).max(9)).min(1).max(3).optional(),
  flag: z.boolean().optional(),
  since: z.iso.datetime().optional(),
  tag: z.string().min(1, 'enter a tag').max(50).optional(),
});

const messages = (value: unknown): string[] =>
  schema.safeParse(value).error!.issues.map((issue) => explainIssue(issue, schema));

it.each([
  [{ since: '2027-01-31' }, 'Must be a time in ISO 8601, such as 2027-01-31T00:00:00Z.'],
  [{ limit: 0 }, 'Must be a whole number between 1 and 100.'],
  [{ limit: 101 }, 'Must be a whole number between 1 and 100.'],
  [{ limit: 'x' }, 'Must be a whole number between 1 and 100.'],
  [{ share: 7 }, 'Must be a number between 0 and 1.'],
  [{ share: 'x' }, 'Must be a number between 0 and 1.'],
  [{ count: 0 }, 'Must be at least 1.'],
  [{ count: 1.5 }, 'Must be a whole number.'],
  [{ name: '' }, 'Must be text of 1 to 200 characters.'],
  [{ title: '' }, 'Must not be empty.'],
  [{ title: 3 }, 'Must be text.'],
  [{ model: 'x' }, 'Must be one of: lite, standard.'],
  [{ only: 'x' }, 'Must be default.'],
  [{ list: [] }, 'Must be a list of 1 to 3 entries.'],
  [{ list: [10] }, 'Must be a number between 1 and 9.'],
  [{ tag: '' }, 'Enter a tag.'],
  [{ tag: 'x'.repeat(51) }, 'Must be text of 1 to 50 characters.'],
  [{ flag: 'x' }, 'Must be true or false.'],
  [undefined, 'The request has no body.'],
])('%j is answered in plain words: %s', (value, message) => {
  expect(messages(value)).toEqual([message]);
});

it('a field with several faults has one message', () => {
  const twice = z.object({ id: z.string().min(4).regex(/^mus_/) });
  const compiled = validatorCompiler({ schema: twice } as never)({ id: 'x' }) as { error: RequestIssues };
  expect(compiled.error).toBeInstanceOf(RequestIssues);
  expect(compiled.error.issues).toHaveLength(2);
  const { errors } = validationProblem(compiled.error.issues, 'body', twice);
  expect(errors).toEqual([{ pointer: '#/id', detail: 'Must have at least 4 characters.' }]);
});

it('an unknown field that differs from a known one only in case or underscores shows which was meant', () => {
  const song = z.strictObject({ song_id: z.string() });
  const shape = { musicId: z.string(), dataset_id: z.string().optional(), songs: z.array(song).optional() };
  const body = z.union([z.strictObject(shape), z.strictObject({ lyric_text: z.string() })]);
  const detailsOf = (value: object, schema: z.ZodType = body): unknown => {
    const { error } = validatorCompiler({ schema } as never)(value) as { error: RequestIssues };
    const { errors } = validationProblem(error.issues, 'body', error.schema);
    return Object.fromEntries(errors!.map(({ pointer, detail }) => [pointer, detail]));
  };
  expect(detailsOf({ musicId: 'x', datasetId: 'y' })).toEqual({
    '#/datasetId': 'There is no such field; did you mean dataset_id?',
  });
  expect(detailsOf({ musicId: 'x', DATASET_ID: 'y', dataset: 'z' }, z.strictObject(shape))).toEqual({
    '#/DATASET_ID': 'There is no such field; did you mean dataset_id?',
    '#/dataset': 'There is no such field.',
  });
  expect(detailsOf({ musicId: 'x', songs: [{ song_id: 'y', songId: 'z', musicid: 'z' }] })).toEqual({
    '#/songs/0/songId': 'There is no such field; did you mean song_id?',
    '#/songs/0/musicid': 'There is no such field.',
  });
  expect(detailsOf({ music_id: 'x' }, z.strictObject(shape))).toEqual({
    '#/musicId': 'This field is required: text.',
    '#/music_id': 'There is no such field; did you mean musicId?',
  });
});
