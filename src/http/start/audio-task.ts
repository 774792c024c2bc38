/**
 * Operations on audio, most of which name a model in the path. Each takes a musicId as JSON, or the file itself as a
 * multipart form: then it uploads and analyses in one call.
 */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { startsWithRecord } from '../../domain/callback-body.js';
import { type OperationName, operations } from '../../domain/operations.js';
import type { ProblemCode } from '../../domain/problems.js';
import type { JsonObject } from '../../domain/task.js';
import type { Music } from '../../storage/ports.js';
import { answerOnce } from '../answer-once.js';
import { clientGone } from '../client-gone.js';
import { mediaType } from '../content-type.js';
import type { HttpDependencies } from '../ports.js';
import {
  creationProblems,
  formProblems,
  id,
  idempotencyHeaders,
  jsonBodyProblems,
  line,
  problemResponses,
} from '../schemas/common.js';
import { fileField } from '../schemas/file-field.js';
import { taskIdAnswer, taskRecordAnswer } from '../schemas/task.js';
import type { ApiServer } from '../types.js';
import { keepUpload } from '../upload/keep-upload.js';
import { formReader } from '../upload/receive-form.js';
import type { ReceivedFile } from '../upload/received-file.js';
import { requireMusic } from './require-music.js';
import { requirePlan } from './require-plan.js';
import { startTask } from './start-task.js';

interface FileRequest {
  readonly file: ReceivedFile;
  readonly title?: string;
  readonly artist?: string;
}

export interface AudioTask {
  readonly url: string;
  readonly operation: OperationName;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  /** Null where the path names no model. */
  readonly modelParameter: 'model' | 'model_name' | null;
  /** Fields of both bodies beside the music. */
  readonly fields: z.ZodRawShape;
  readonly problems: readonly ProblemCode[];
  /** What of the body the analysis needs; throws Problems. */
  parameters(body: unknown, accountId: string): Promise<JsonObject>;
}

/** What this request calls its file; a file that is known already keeps its first names in the library. */
const namesField = {
  title: line(500).optional().describe('Else from the tags, else the file name'),
  artist: line(500).optional().describe('Else from the tags'),
};

export function registerAudioTask(server: ApiServer, dependencies: HttpDependencies, task: AudioTask): void {
  const { operation, modelParameter } = task;
  const modelOf = (request: FastifyRequest): string =>
    modelParameter === null ? '' : ((request.params as Record<string, string>)[modelParameter] ?? '');

  server.route({
    method: 'POST',
    url: task.url,
    schema: {
      operationId: task.operationId,
      tags: [task.tag],
      summary: task.summary,
      description: 'Answers at once; the result comes as a callback and can be read as a task.',
      headers: idempotencyHeaders,
      ...(modelParameter === null
        ? {}
        : { params: z.strictObject({ [modelParameter]: z.enum(operations[operation].models) }) }),
      body: {
        content: {
          'application/json': { schema: z.strictObject({ musicId: id, ...task.fields }) },
          'multipart/form-data': {
            schema: z.strictObject({ file: fileField, ...namesField, ...task.fields }),
          },
        },
      },
      response: {
        202: startsWithRecord(operation) ? taskRecordAnswer : taskIdAnswer,
        ...problemResponses(
          ...jsonBodyProblems,
          ...formProblems,
          ...creationProblems,
          'unknown_music_id',
          'analysis_not_offered',
          'queue_full',
          ...(operations[operation].needsAudio ? (['needs_audio'] as const) : []),
          ...task.problems,
        ),
      },
    },
    // Before the body, so that nobody uploads a file for a model that the plan does not include.
    onRequest: async (request) => requirePlan(request.caller.account.plan, operation, modelOf(request)),
    preValidation: formReader(dependencies),
    handler: (request, reply) =>
      answerOnce(dependencies, request, reply, async (keep) => {
        const accountId = request.caller.account.id;
        const given = await task.parameters(request.body, accountId);
        const variant = mediaType(request) === 'multipart/form-data' ? 'file' : 'music';
        let music: Music;
        let parameters = given;
        if (variant === 'file') {
          const { file, title, artist } = request.body as FileRequest;
          const names = { ...(title ? { title } : {}), ...(artist ? { artist } : {}) };
          const facts = { operation, ...names };
          const kept = await keepUpload(dependencies, accountId, file, facts, clientGone(reply));
          music = { ...kept.music, filename: file.filename };
          if (Object.keys(names).length > 0) parameters = { ...given, named: names };
        } else {
          const { musicId } = request.body as { musicId: string };
          music = await requireMusic(dependencies.music, accountId, musicId);
        }
        return startTask(
          dependencies,
          request.caller,
          {
            operation,
            model: modelOf(request),
            variant,
            music,
            parameters,
          },
          keep,
        );
      }),
  });
}
