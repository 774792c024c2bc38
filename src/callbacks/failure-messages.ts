import type { SendFailure } from './ports.js';

/**
 * What the customer learns about a failed request: the kind of failure and what to do, never what was found there.
 * One text covers a name that does not exist and for one that leads into a private network.
 */
export const failureMessages: Readonly<Record<SendFailure, string>> = {
  invalid_url:
    'This is not a URL. Give a full one of at most 2048 characters, such as https://example.com/callbacks.',
  not_https:
    'The URL must start with https://. Plain http works only where the operator of this service allows it.',
  credentials_in_url:
    'The URL must not hold a user name or password. Callbacks are signed; check their signature instead.',
  blocked_address:
    'Callbacks do not go to this address. Use an address on the public internet, or ask the operator to allow the range.',
  dns_failure:
    'The host name does not lead to an address that callbacks may go to. Check its spelling and its DNS records.',
  connection_failed:
    'No connection could be made, or it was closed early. Check that the receiver runs and is open.',
  tls_error:
    'The TLS handshake failed. Check that the certificate is valid, complete and made out to this host name.',
  timeout: 'The receiver did not answer in time. Answer first and work afterwards.',
  redirect: 'The receiver answered with a redirect, and none is followed. Register the final URL.',
  bad_status: 'The receiver answered with an error status. Only 200 to 299 count as received.',
  protocol_error: 'The receiver did not answer in HTTP/1.1.',
  internal_receiver:
    'The receiver is inside a network that the operator allows, and did not accept the request. What it answered is not shown; the operator finds it in the log.',
};
