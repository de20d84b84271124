/** A separate process that attacks one server on this many connections, until it is killed. */
import { Agent, request } from 'node:http';
import { ATTACKS, type Attack, withStolenSession } from './attacks.ts';

const [, , url = '', connections = '1', authorization, patient = ''] = process.argv;
const attacks = authorization === undefined ? ATTACKS : withStolenSession(authorization, patient);
/** Number of answers by status. */
const answers: Record<number, number> = {};
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });

function send({ method, path, headers, body }: Attack): Promise<void> {
  return new Promise((done) => {
    const sent = request(`${url}${path}`, {
      agent,
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    });
    sent.on('response', (answer) => {
      const { statusCode = 0 } = answer;
      answers[statusCode] = (answers[statusCode] ?? 0) + 1;
      answer.resume().on('close', done);
    });
    // A server that has rejected a body may close the connection while it is still being sent.
    sent.on('error', () => done());
    sent.end(body);
  });
}

for (let connection = 0; connection < Number(connections); connection += 1) {
  void (async () => {
    for (let at = connection; ; at += 1) {
      const attack = attacks[at % attacks.length];
      if (attack) await send(attack);
    }
  })();
}
process.on('message', () => process.send?.(answers));
process.send?.('attacking');
