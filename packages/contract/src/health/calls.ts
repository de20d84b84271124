import * as z from 'zod';
import { openCall } from '../common/call.ts';

export const healthContract = {
  live: openCall.get('/health/live', 'El proceso está activo').output({ ok: z.literal(true) }),
  ready: openCall
    .get('/health/ready', 'Puede recibir solicitudes, con la base de datos disponible')
    .output({ ok: z.literal(true) }),
};
