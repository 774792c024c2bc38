/** What becomes of an e-mail that a mail server does not take. */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, it } from 'vitest';
import { mailFailure } from './mail-failure.js';
import { createMailer, type Mailer } from './mailer.js';

const mail = { to: 'ada@example.com', subject: 'x', text: 'x', messageId: '<x@contrafact.invalid>' };

it('fails to send where the server goes on greeting for ever', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    const timer = setInterval(() => socket.write('220-patience\r\n'), 20);
    socket.on('close', () => clearInterval(timer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const slow = createMailer(`smtp://127.0.0.1:${port}`, 'noreply@example.com', 200);
  await expect(slow.send(mail)).rejects.toMatchObject({
    code: 'ETIMEDOUT',
    message: 'sending took too long',
  });
  slow.close();
  for (const socket of sockets) socket.destroy();
  server.close();
});

it('says why an e-mail did not go out in sentences that name neither host nor address', async () => {
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(new Error('wrong password')),
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  const nobody = createMailer('smtp://127.0.0.1:1', 'noreply@example.com');
  const stranger = createMailer(`smtp://eve:guess@127.0.0.1:${port}`, 'noreply@example.com');
  const said = (one: Mailer) => one.send(mail).then(() => null, mailFailure);
  expect(await said(nobody)).toMatchObject({ error: 'The mail server could not be reached.' });
  expect(await said(stranger)).toMatchObject({
    error: 'The mail server refused the sign-in.',
    responseCode: 535,
  });
  expect(mailFailure(new Error('10.0.0.5 said no')).error).toBe('The mail server did not take the e-mail.');
  nobody.close();
  stranger.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
});
