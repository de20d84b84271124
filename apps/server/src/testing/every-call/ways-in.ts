import { contract } from '@simiente/contract';
import { orderPdfPath } from '@simiente/contract/exam-orders';
import { filePath } from '@simiente/contract/files';
import type { InjectOptions } from 'fastify';
import { callRoutes } from '../../platform/calls/call-routes.ts';
import { clinicalCalls } from './clinical-calls.ts';
import { officeCalls } from './office-calls.ts';
import { none, type Told, type World } from './world.ts';

const besideTheContract: Record<string, Told> = {
  'GET file': {
    leaves: 'file.read',
    ofPatient: true,
    url: ({ file }) => filePath(file),
    send: none,
  },
  'GET order': {
    leaves: 'exam_order.downloaded',
    ofPatient: true,
    url: ({ order }) => orderPdfPath(order),
    send: none,
  },
};

/** Every way in, and what the audit has of it. A new call fails until it has its place here. */
export const told: Readonly<Record<string, Told>> = {
  ...clinicalCalls,
  ...officeCalls,
  ...besideTheContract,
};

export const ways = [
  ...callRoutes(contract).map(({ method, path }) => ({ method: String(method), path })),
  { method: 'GET', path: 'file' },
  { method: 'GET', path: 'order' },
].map((way) => ({ ...way, name: `${way.method} ${way.path}` }));

/** What is sent there, in that world. */
export async function requestOf(name: string, scene: World): Promise<InjectOptions> {
  const { send, url } = told[name] ?? { send: none };
  const [method, path] = name.split(' ') as ['GET', string];
  return { method, url: (await url?.(scene)) ?? path, ...(await send(scene)) };
}
