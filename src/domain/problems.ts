/**
 * Every way in which a request can be refused, by its stable `code`. Clients branch on the code, never on the text.
 * `docs/errors.md` is generated from this table; a test fails when the two differ.
 */
export interface ProblemFacts {
  readonly status: number;
  readonly title: string;
  /** When it happens. */
  readonly meaning: string;
  /** What the caller should do. */
  readonly remedy: string;
}

export const problems = {
  bad_request: {
    status: 400,
    title: 'The request is not valid HTTP',
    meaning: 'The URL, a header or the framing of the body cannot be read.',
    remedy: 'Check percent-encoding, Content-Length and header syntax.',
  },
  missing_authorization: {
    status: 401,
    title: 'No API key was given',
    meaning: 'The Authorization header is missing.',
    remedy: 'Send `Authorization: Bearer <API_KEY>`.',
  },
  malformed_authorization: {
    status: 401,
    title: 'The Authorization header is malformed',
    meaning: 'The Authorization header is not of the form `Bearer <API_KEY>`.',
    remedy: 'Send `Authorization: Bearer <API_KEY>` with one key and nothing else.',
  },
  expired_api_key: {
    status: 401,
    title: 'The API key has expired',
    meaning: 'The key exists and its expiry date has passed.',
    remedy: 'Create a new key and use it.',
  },
  storage_quota: {
    status: 403,
    title: 'The account has no room for the file',
    meaning: 'The account would keep more bytes of uploads than its plan allows.',
    remedy: 'Delete songs that are not needed, or ask the operator to change the plan of the account.',
  },
  plan_required: {
    status: 403,
    title: 'The plan does not include this',
    meaning: 'The model is available only on a higher plan (`pro-v2` needs Enterprise).',
    remedy: 'Use another model, or ask the operator to change the plan of the account.',
  },
  analysis_not_offered: {
    status: 403,
    title: 'This instance does not offer the analysis',
    meaning: 'The operator chose which analyses there are (`CONTRAFACT_ANALYSES`), and this is none of them.',
    remedy: 'Use another instance, or ask the operator to offer it.',
  },
  read_only_dataset: {
    status: 403,
    title: 'The dataset is read-only',
    meaning: 'The dataset `default` belongs to the instance: accounts search it and do not change it.',
    remedy: 'Create a dataset of your own, or ask the operator to add the songs.',
  },
  unknown_api_key: {
    status: 404,
    title: 'The API key does not exist',
    meaning: 'No such key was ever issued, or it was revoked.',
    remedy: 'Check the key; create a new one if it was revoked.',
  },
  not_found: {
    status: 404,
    title: 'There is no such thing',
    meaning: 'The id in the path names nothing in this account.',
    remedy: 'Check the id. Things of other accounts are answered the same way.',
  },
  unknown_route: {
    status: 404,
    title: 'There is no such route',
    meaning: 'The path is not part of this interface.',
    remedy: 'See `/docs` for every route.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The route does not have this method',
    meaning: 'The path exists and answers other methods, listed in `Allow`.',
    remedy: 'Use one of the methods in `Allow`.',
  },
  request_timeout: {
    status: 408,
    title: 'The request took too long to arrive',
    meaning: 'The headers or the body were not complete in time.',
    remedy: 'Send the request again, over a faster connection.',
  },
  idempotency_in_flight: {
    status: 409,
    title: 'The first request with this Idempotency-Key is still running',
    meaning: 'Another request with the same key and body has not been answered yet.',
    remedy: 'Wait a moment and repeat the request.',
  },
  task_not_pending: {
    status: 409,
    title: 'The task can no longer be cancelled',
    meaning: 'Only a task that has not started can be cancelled.',
    remedy: 'Read the task: it is being processed or has ended.',
  },
  task_not_final: {
    status: 409,
    title: 'The task has not ended yet',
    meaning: 'Only a task that ended can be run again.',
    remedy: 'Wait for its result, or cancel it first.',
  },
  no_report: {
    status: 409,
    title: 'The task has no report',
    meaning: 'Only a comparison of two songs that succeeded, and whose songs are still there, has a report.',
    remedy: 'Wait until the comparison has succeeded, or run it again.',
  },
  no_timed_lyrics: {
    status: 409,
    title: 'The task has no lyrics to download',
    meaning: 'Only a lyric transcription that succeeded has lyrics with times.',
    remedy: 'Wait until the transcription has succeeded, and use its task id.',
  },
  description_pending: {
    status: 409,
    title: 'The music is not described yet',
    meaning: 'The description of this music is being computed, or waits its turn.',
    remedy: 'Wait for the seconds in `Retry-After` and repeat the request.',
  },
  payload_too_large: {
    status: 413,
    title: 'The body is too large',
    meaning: 'A JSON body or an import is larger than this route accepts.',
    remedy: 'Send less at once; split imports. Of a CSV each piece needs the header line.',
  },
  file_too_large: {
    status: 413,
    title: 'The file is too large',
    meaning: 'The uploaded file is larger than this instance accepts.',
    remedy: 'Upload a smaller or compressed file, or ask the operator to raise the limit.',
  },
  uri_too_long: {
    status: 414,
    title: 'The URL is too long',
    meaning: 'A part of the path is longer than any id.',
    remedy: 'Check the id in the path.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The Content-Type is not accepted here',
    meaning: 'The body is of a type that this route does not read.',
    remedy: 'Send one of the types that the detail names.',
  },
  validation_error: {
    status: 422,
    title: 'The request is not valid',
    meaning: 'A field is missing, unknown, repeated, of the wrong type, or out of its limits.',
    remedy: 'Mend each entry of `errors`; `pointer` names the field.',
  },
  invalid_json: {
    status: 422,
    title: 'The body is not valid JSON',
    meaning: 'The body cannot be read as JSON, or is empty.',
    remedy: 'Send one JSON object in UTF-8.',
  },
  invalid_multipart: {
    status: 422,
    title: 'The body is not a valid multipart form',
    meaning: 'The form has no boundary, is cut off, or has too many parts.',
    remedy: 'Let your HTTP library build the form and its Content-Type header.',
  },
  unknown_music_id: {
    status: 422,
    title: 'The musicId is unknown',
    meaning: 'The body names music that this account does not have.',
    remedy: 'Upload the file with `POST /api/v1/music` and use the musicId it answers.',
  },
  unknown_dataset_id: {
    status: 422,
    title: 'The dataset_id is unknown',
    meaning: 'The request names a dataset that this account does not have.',
    remedy: 'Use `default` or a dataset of this account.',
  },
  unknown_song: {
    status: 422,
    title: 'The song of the dataset is unknown',
    meaning:
      'The request names a song that no dataset of this account, nor `default`, holds; or one without a recording.',
    remedy: 'Use a song that `GET /api/v1/datasets/{dataset_id}/songs` lists with a musicId.',
  },
  not_decodable: {
    status: 422,
    title: 'The file is not audio that can be decoded',
    meaning:
      'The content is not mp3, wav, flac, m4a, aac, ogg or MIDI, or is damaged, or takes too much work to decode.',
    remedy: 'Check that the file plays; the content counts, not the name.',
  },
  audio_too_long: {
    status: 422,
    title: 'The audio is too long',
    meaning: 'The recording is longer than this instance accepts.',
    remedy: 'Cut it, or ask the operator to raise the limit.',
  },
  needs_audio: {
    status: 422,
    title: 'This analysis needs audio',
    meaning: 'The music is a MIDI file: notes without sound.',
    remedy:
      'Upload a recording of the song. MIDI files can be described, compared and searched for plagiarism.',
  },
  description_failed: {
    status: 422,
    title: 'The music cannot be described',
    meaning: 'The description of this music was tried and failed; `detail` says why.',
    remedy: 'Upload the song in another form: a longer or undamaged recording, or a MIDI file.',
  },
  too_many_rows: {
    status: 422,
    title: 'The import has too many rows',
    meaning: 'The file has more rows than this instance reads in one import. Nothing of it was added.',
    remedy:
      'Split the file and send the pieces one after the other. Of a CSV each piece needs the header line.',
  },
  import_stopped: {
    status: 422,
    title: 'The import ended before its last row',
    meaning: 'It was cancelled, or the file cannot be read any further. Rows before that place were added.',
    remedy:
      'Repair the file where `detail` names a fault and send it again: songs that are there are not added twice.',
  },
  idempotency_mismatch: {
    status: 422,
    title: 'The Idempotency-Key was used for another request',
    meaning: 'The same key was sent before with another route or another body.',
    remedy: 'Use a new key for a new request.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    meaning:
      'The account has used up the requests that its plan allows in a minute, or the key its share of them.',
    remedy: 'Wait for the seconds in `Retry-After`.',
  },
  import_running: {
    status: 429,
    title: 'Another import of the account is running',
    meaning: 'An account has one import at a time, whichever dataset it is for.',
    remedy:
      'Wait for the seconds in `Retry-After` and repeat the request, or cancel the import that `detail` names.',
  },
  queue_full: {
    status: 429,
    title: 'Too many tasks are waiting',
    meaning: 'The account has as many tasks queued as its plan allows.',
    remedy: 'Wait until some have ended, then repeat the request.',
  },
  too_many_uploads: {
    status: 429,
    title: 'Too many uploads are waiting',
    meaning:
      'As many files of the account as are allowed wait to be inspected. Other accounts are not affected.',
    remedy: 'Wait for the seconds in `Retry-After`, and send fewer files at the same time.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    meaning: 'The request line and headers are larger than 16 KiB.',
    remedy: 'Send fewer or shorter headers.',
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong here',
    meaning: 'A fault of the service. It is in the log under the request_id.',
    remedy: 'Repeat the request; if it fails again, give the operator the request_id.',
  },
  unavailable: {
    status: 503,
    title: 'The service cannot do this now',
    meaning:
      'It is starting, stopping or has too much to do, or its database or store of uploads cannot be used now.',
    remedy: 'Wait for the seconds in `Retry-After` and repeat the request.',
  },
  storage_full: {
    status: 507,
    title: 'There is no room for the file',
    meaning: 'The disk of the instance is full.',
    remedy: 'Inform the operator; repeat the request when there is room.',
  },
} as const satisfies Readonly<Record<string, ProblemFacts>>;

export type ProblemCode = keyof typeof problems;

export const problemCodes = Object.keys(problems) as ProblemCode[];

/** One thing that is wrong with the request. */
export interface FieldError {
  /** JSON Pointer in URI fragment form (RFC 6901, section 6): `#/musicId`. */
  readonly pointer: string;
  readonly detail: string;
  /** Where the field is; the body where absent. */
  readonly in?: 'body' | 'query' | 'path' | 'header';
}

export interface ProblemOptions {
  readonly errors?: readonly FieldError[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown anywhere in a request to answer it with a problem document. */
export class Problem extends Error {
  readonly errors: readonly FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly code: ProblemCode,
    /** What happened in this request; the catalogue's meaning where absent. */
    detail?: string,
    options: ProblemOptions = {},
  ) {
    super(detail ?? problems[code].meaning);
    this.name = 'Problem';
    this.errors = options.errors;
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return problems[this.code].status;
  }
}

/** The problem document (RFC 9457, section 3) that answers a request. */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ProblemCode;
  readonly request_id: string;
  readonly errors?: readonly FieldError[];
}

export function problemDocument(problem: Problem, requestId: string): ProblemDocument {
  const { status, title } = problems[problem.code];
  return {
    type: `/errors/${problem.code}`,
    title,
    status,
    detail: problem.message,
    code: problem.code,
    request_id: requestId,
    ...(problem.errors ? { errors: problem.errors } : {}),
  };
}
