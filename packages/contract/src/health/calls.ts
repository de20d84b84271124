import * as z from 'zod';
import { openCall, success } from '../common/call.ts';

const alive = success(z.strictObject({ ok: z.literal(true) }));

export const healthContract = {
  live: openCall
    .route({ method: 'GET', path: '/health/live', summary: 'El proceso está activo' })
    .output(alive),
  ready: openCall
    .route({
      method: 'GET',
      path: '/health/ready',
      summary: 'Puede recibir solicitudes, con la base de datos disponible',
    })
    .output(alive),
};
