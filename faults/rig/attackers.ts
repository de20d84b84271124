/** A process of its own that attacks one server on so many connections, until it is killed. */
import { Agent, request } from 'node:http';
import { ATTACKS, type Attack } from './attacks.ts';

const [, , url = '', connections = '1'] = process.argv;
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });

function send({ method, path, headers, body }: Attack): Promise<void> {
  return new Promise((done) => {
    const sent = request(`${url}${path}`, {
      agent,
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    });
    sent.on('response', (answer) => answer.resume().on('close', done));
    // A server that has refused a body may close while it is still sent.
    sent.on('error', () => done());
    sent.end(body);
  });
}

for (let connection = 0; connection < Number(connections); connection += 1) {
  void (async () => {
    for (let at = connection; ; at += 1) {
      const attack = ATTACKS[at % ATTACKS.length];
      if (attack) await send(attack);
    }
  })();
}
process.send?.('attacking');
