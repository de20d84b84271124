import { Client, type ClientConfig } from 'pg';

/**
 * A connection outside of the pool, which its user ends. When it is lost, the query under way fails, and so do
 * those after it.
 */
export async function connect(settings: ClientConfig): Promise<Client> {
  const client = new Client(settings);
  // Without a listener a lost connection would end the process, and nothing would be cleaned up.
  client.on('error', () => {});
  await client.connect();
  return client;
}
