import { describe, expect, it } from 'vitest';
import { callbackBody, initialAnswer, taskView } from './callback-body.js';
import { type OperationName, operationNames, operations, type RequestVariant } from './operations.js';
import type { JsonObject, Task, TaskStatus } from './task.js';
import { taskStatuses } from './task.js';

const id = 'task_20261120235054_ab12cd34';
const startedAt = new Date('2026-11-20T23:51:00.000Z');
const completedAt = new Date('2026-11-20T23:52:30.250Z');
const result: JsonObject = { max_similarity: 0.5, nested: { list: [1, null, 'x'] } };
const variants: readonly RequestVariant[] = ['music', 'file'];

function task(operation: OperationName, variant: RequestVariant, status: TaskStatus): Task {
  const ended = status === 'success' || status === 'failure' || status === 'cancelled';
  return {
    id,
    accountId: 'acct_1',
    keyId: null,
    operation,
    model: operations[operation].models.at(-1) ?? '',
    variant,
    musicId: operation === 'lyric-plagiarism' ? null : 'mus_1',
    filepath: operation === 'lyric-plagiarism' ? null : 'music/ab/cd.mp3',
    filename: 'song.mp3',
    parameters: {},
    status,
    progress: ended ? 1 : 0.25,
    stage: ended ? 'done' : 'decoding',
    attempts: 2,
    createdAt: new Date('2026-11-20T23:50:54.000Z'),
    startedAt: status === 'pending' ? null : startedAt,
    completedAt: ended ? completedAt : null,
    result: status === 'success' ? result : null,
    detail: null,
    error: status === 'failure' ? 'The file holds no sound.' : null,
  };
}

const transcriptionName = { music: 'lyric-transcription', file: 'lyric_transcription' } as const;

/** Written out by hand from the interface: what each operation's bodies are, word for word. */
function documented(operation: OperationName, variant: RequestVariant): Record<TaskStatus, JsonObject> {
  const end = { completed_at: '2026-11-20T23:52:30.250Z' };
  const error = 'The file holds no sound.';
  const named = (name: string, field: string | null, failed: JsonObject, success: string) => {
    const none: JsonObject = field === null ? {} : { [field]: null };
    const head = { task_id: id, task_name: name };
    return {
      pending: { ...head, status: 'pending', ...none },
      processing: { ...head, status: 'processing', ...none },
      success: { ...head, status: success, ...end, ...(field === null ? {} : { [field]: result }) },
      failure: { ...head, status: 'failure', ...end, ...failed, error },
      cancelled: { ...head, status: 'cancelled', ...end, ...none },
    };
  };
  switch (operation) {
    case 'fingerprint-add':
      return named('add_audio_in_index', null, {}, 'success');
    case 'fingerprint-check':
      return named('check_is_same', 'result', {}, 'success');
    case 'fingerprint-scan': {
      const bodies = named('scan_recording', 'result', { result: null }, 'success');
      const started_at = '2026-11-20T23:51:00.000Z';
      return { ...bodies, processing: { ...bodies.processing, started_at } };
    }
    case 'lyric-plagiarism':
      return named('lyric_plagiarism_checking', 'result', {}, 'completed');
    case 'compare':
      return named('music_comparison', 'result', { result: null }, 'success');
    case 'lyric-transcription':
      return named(transcriptionName[variant], 'result_json', { result_json: {} }, 'success');
    case 'plagiarism': {
      const head = { task_id: id, task_type: 'plagiarism_detection' };
      return {
        pending: { ...head, status: 'pending', result: null },
        processing: { ...head, status: 'processing', started_at: '2026-11-20T23:51:00.000Z', result: null },
        success: { ...head, status: 'success', ...end, result },
        failure: { ...head, status: 'failure', ...end, result: null, error },
        cancelled: { ...head, status: 'cancelled', ...end, result: null },
      };
    }
    case 'ai-detection': {
      const head = { task_id: id, model_type: 'pro-v2' };
      return {
        pending: { ...head, status: 'pending', result: null },
        processing: { ...head, status: 'processing', result: null },
        success: { ...head, status: 'success', ...end, result },
        failure: { ...head, status: 'failure', ...end, result: null, error },
        cancelled: { ...head, status: 'cancelled', ...end, result: null },
      };
    }
  }
}

const cases = operationNames.flatMap((operation) => variants.map((variant) => ({ operation, variant })));

describe.each(cases)('$operation, $variant variant', ({ operation, variant }) => {
  const expected = documented(operation, variant);

  it.each(['success', 'failure'] as const)(
    'a final callback on %s has exactly the documented fields',
    (status) => {
      expect(callbackBody(task(operation, variant, status), 'final')).toStrictEqual(expected[status]);
    },
  );

  it('a processing callback has exactly the documented fields', () => {
    expect(callbackBody(task(operation, variant, 'processing'), 'processing')).toStrictEqual(
      expected.processing,
    );
  });

  it.each(taskStatuses)('the status query on %s is that body plus attempts, progress and stage', (status) => {
    const subject = task(operation, variant, status);
    expect(taskView(subject)).toStrictEqual({
      ...expected[status],
      attempts: 2,
      progress: subject.progress,
      stage: subject.stage,
    });
  });

  it.each(['pending', 'processing', 'cancelled'] as const)('%s has no final callback', (status) => {
    expect(() => callbackBody(task(operation, variant, status), 'final')).toThrow(/only success and failure/);
  });

  it('extra evidence shows in the status query and never in a callback', () => {
    const subject: Task = { ...task(operation, variant, 'success'), detail: { pipeline: 3 } };
    expect(taskView(subject).detail).toStrictEqual({ pipeline: 3 });
    expect(callbackBody(subject, 'final')).not.toHaveProperty('detail');
  });

  it('the initial answer is the documented one', () => {
    const record = operation === 'plagiarism' || operation === 'ai-detection';
    expect(initialAnswer(task(operation, variant, 'pending'))).toStrictEqual(
      record
        ? {
            task_id: id,
            status: 'pending',
            filepath: 'music/ab/cd.mp3',
            model: operations[operation].models.at(-1),
            created_at: '2026-11-20T23:50:54.000Z',
          }
        : { taskId: id },
    );
  });
});

it('a task handed back to the queue no longer says when its lost attempt started', () => {
  const handedBack: Task = { ...task('plagiarism', 'music', 'pending'), startedAt };
  expect(taskView(handedBack)).not.toHaveProperty('started_at');
});
