import type { EmptyDatabase, HostRequest, ProductInfo, ProductOptions } from './protocol.ts';

/** The host's address, for every worker of the run. */
export const HOST_VARIABLE = 'JOURNEYS_HOST';

/** The last port of this worker's products, which follow each other: browsers keep compiled code by origin. */
let port = 0;

/** Starts a product for one test. */
export async function startProduct(options: ProductOptions): Promise<ProductInfo> {
  const facts = await sendCommand<ProductInfo>({ command: 'start', port, ...options });
  port = Number(new URL(facts.url).port);
  return facts;
}

export async function stopProduct({ url }: ProductInfo): Promise<void> {
  await sendCommand({ command: 'stop', url });
}

/** A database for programs that a test starts itself. */
export function cloneEmptyDatabase(): Promise<EmptyDatabase> {
  return sendCommand({ command: 'clone' });
}

async function sendCommand<Answer>(request: HostRequest): Promise<Answer> {
  const response = await fetch(String(process.env[HOST_VARIABLE]), {
    method: 'POST',
    body: JSON.stringify(request),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Answer;
}
