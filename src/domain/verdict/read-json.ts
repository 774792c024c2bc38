/** Reading documents of earlier and later versions, whose parts may be absent. */
import type { JsonObject, JsonValue } from '../task.js';

export function fields(value: JsonValue | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

export const list = (value: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(value) ? value : [];

export const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

export function number(value: JsonValue | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
