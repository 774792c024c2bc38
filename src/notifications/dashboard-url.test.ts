/** Links of notifications where no public URL is set. */
import { expect, it } from 'vitest';
import { dashboardUrl } from './dashboard-url.js';

it.each([
  ['127.0.0.1', 'http://127.0.0.1:8080'],
  ['0.0.0.0', null],
  ['::', null],
  ['::1', 'http://[::1]:8080'],
  ['music.lan', 'http://music.lan:8080'],
])('links lead to an address that can be opened, or there are none: host %s', (host, url) => {
  expect(dashboardUrl({ publicUrl: null, host, port: 8080 })).toBe(url);
  expect(dashboardUrl({ publicUrl: 'https://c.example', host, port: 0 })).toBe('https://c.example');
  expect(dashboardUrl({ publicUrl: null, host, port: 0 })).toBeNull();
});
