/** Who may install models from the dashboard. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type Browser,
  joinAccount,
  openTestDashboard,
  setUp,
  type TestDashboard,
} from '../../../tests/support/dashboard-routes.js';

let test: TestDashboard;
let operator: Browser;
beforeAll(async () => {
  test = await openTestDashboard();
});
beforeEach(async () => {
  await test.reset();
  operator = await setUp(test);
});
afterAll(() => test.close());

const install = '/instance/models/whisper-base/installation';

it('nobody but an operator: 403 operator_required for a member of the account', async () => {
  const other = await joinAccount(test, operator, 'member');
  for (const [method, path] of [
    ['GET', '/instance/models'],
    ['PUT', install],
    ['DELETE', install],
  ] as const) {
    const answer = await other.send(method, path);
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'operator_required']);
  }
  const { models } = (await operator.send('GET', '/instance/models')).json();
  const untouched = models.every((one: { installation: unknown }) => one.installation === null);
  expect(untouched).toBe(true);
});

it('the list says what can be installed, with size and licence', async () => {
  const { models, ...rest } = (await operator.send('GET', '/instance/models')).json();
  expect(rest).toEqual({ reason_against_installing: null });
  const of = (id: string) => models.find((one: { id: string }) => one.id === id);
  expect(of('whisper-base')).toMatchObject({
    state: 'absent',
    licence: 'MIT',
    total_bytes: 80_000_000,
    is_installable: true,
    installation: null,
  });
  expect(of('htdemucs-ft-vocals')).toMatchObject({ licence: 'unknown', is_installable: false });
});

it('404 and 409: what is not known, what cannot be installed from here, and nothing to cancel', async () => {
  for (const [method, id, status, code] of [
    ['PUT', 'nothing', 404, 'not_found'],
    ['PUT', '..%2f..%2fetc', 404, 'not_found'],
    ['PUT', 'htdemucs-ft-vocals', 409, 'model_not_installable'],
    ['DELETE', 'whisper-base', 409, 'nothing_to_cancel'],
    ['DELETE', 'nothing', 409, 'nothing_to_cancel'],
  ] as const) {
    const answer = await operator.send(method, `/instance/models/${id}/installation`);
    expect([id, answer.statusCode, answer.json().code]).toEqual([id, status, code]);
  }
});
