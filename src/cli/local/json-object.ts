import type { JsonObject, JsonValue } from '../../domain/task.js';

/** The object of a JSON value that is documented to be one; an empty one where it is something else. */
export function objectOf(value: JsonValue | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
