import type { JSX } from 'react';
import type { TaskRow } from '../api/types.js';
import { t } from '../i18n/t.js';
import { Status } from './parts.js';

/** The interface has it as a failure where a recording does not allow an answer: nothing went wrong, and the verdict says why. */
export const isWithoutAnswer = ({ status, verdict }: Pick<TaskRow, 'status' | 'verdict'>): boolean =>
  status === 'failure' && verdict !== null;

export function TaskStatus({ task }: { task: Pick<TaskRow, 'status' | 'verdict'> }): JSX.Element {
  return isWithoutAnswer(task) ? (
    <Status value="without answer" word={t('no answer')} />
  ) : (
    <Status value={task.status} />
  );
}
