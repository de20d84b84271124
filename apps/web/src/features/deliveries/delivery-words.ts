import type { Delivery, PatientDeliveries } from '@simiente/contract/deliveries/calls';
import {
  codeWayWords,
  type DeliveryState,
  deliveryStateNames,
  linkWayWords,
} from '@simiente/contract/deliveries/words';
import { invalidate, queries, showAnswer } from '../../lib/api/client.ts';
import { pluralize } from '../../lib/format/numbers.ts';
import type { Tone } from '../../theme/tokens.ts';
import type { StatusPillProps } from '../../ui/status/StatusPill.tsx';

const tones: Readonly<Record<DeliveryState, Tone>> = {
  open: 'green',
  expired: 'neutral',
  failures: 'red',
  revoked: 'neutral',
  replaced: 'neutral',
  consent: 'orange',
};

/** The state of a link. While the link is open, a changed state of its report takes precedence. */
export function deliveryStatus(delivery: Delivery): StatusPillProps {
  const { state, versionState, isPaused } = delivery;
  if (state === 'open' && versionState === 'signed' && isPaused) {
    return { tone: 'amber', label: 'En pausa' };
  }
  if (state === 'open' && versionState === 'withdrawn') {
    return { tone: 'red', label: 'Informe retirado' };
  }
  if (state === 'open' && versionState === 'superseded') {
    return { tone: 'orange', label: 'Versión sustituida' };
  }
  return { tone: tones[state], label: deliveryStateNames[state] };
}

/** 'Enlace por correo, código en persona o por teléfono'. */
export function describeWays({ linkBy, codeBy }: Delivery): string {
  return `Enlace ${linkWayWords[linkBy]}, código ${codeWayWords[codeBy]}`;
}

/** 'Se abrió 2 veces', 'No se ha abierto · 3 intentos fallidos'. */
export function describeOpens({ opens, downloads, failures }: Delivery): string {
  return [
    opens === 0 ? 'No se ha abierto' : `Se abrió ${pluralize(opens, ['vez', 'veces'])}`,
    ...(downloads === 0 ? [] : [pluralize(downloads, ['descarga', 'descargas'])]),
    ...(failures === 0 ? [] : [pluralize(failures, ['intento fallido', 'intentos fallidos'])]),
  ].join(' · ');
}

/** '482 163' */
export function formatCode(code: string): string {
  return code.replace(/^(\d{3})/, '$1 ');
}

const toDeliveriesKey = (idUser: string) =>
  queries.deliveries.ofPatient.queryKey({ input: { idUser } });

export async function showDeliveries(idUser: string, data: PatientDeliveries): Promise<void> {
  await showAnswer(toDeliveriesKey(idUser), data);
  void invalidate(queries.deliveries.requests.key());
}

export async function refreshDeliveries(idUser: string): Promise<void> {
  await invalidate(toDeliveriesKey(idUser));
  void invalidate(queries.deliveries.requests.key());
}
