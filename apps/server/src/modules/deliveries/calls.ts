import type { deliveriesContract } from '@simiente/contract/deliveries/calls';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { idempotent } from '../../platform/idempotency/idempotency-key.ts';
import { audited, auditView } from '../audit/public.ts';
import {
  deliverReport,
  dismissLinkRequest,
  readDelivery,
  requireReader,
  revokeDelivery,
  showCode,
} from './deliver-report.ts';
import { deliveryPath, readDeliveries, readRecipients, readRequests } from './read-deliveries.ts';
import type { DeliverySecrets } from './secrets.ts';

interface DeliveryParts {
  readonly secrets: DeliverySecrets;
  readonly sendsMail: boolean;
  /** The configured address of the installation, without a path; null without one. */
  readonly publicOrigin: string | null;
}

export function deliveryCalls(parts: DeliveryParts): Handlers<typeof deliveriesContract> {
  const { secrets, sendsMail, publicOrigin } = parts;
  const show = async (transaction: Transaction, context: StaffContext, patientId: string) => {
    await auditView(transaction, context, toReadEntry(patientId));
    return readDeliveries(transaction, patientId, sendsMail);
  };
  return {
    ofPatient: audited(
      ({ db }, { idUser }) => readDeliveries(db, idUser, sendsMail),
      ({ idUser }) => toReadEntry(idUser),
    ),

    ofVersion: audited(
      ({ db }, { idVersion }) => readRecipients(db, idVersion),
      (_input, { idUser }) => toReadEntry(idUser),
    ),

    create: idempotent(
      'deliveries.create',
      (transaction, context, input) => deliverReport(transaction, context, input, parts),
      async (transaction, context, id, { idVersion }) => {
        await auditView(transaction, context, {
          action: 'report_delivery.code_shown',
          subject: { kind: 'report_delivery', id },
          details: { version: idVersion },
        });
        const delivery = await readDelivery(transaction, id);
        // A repeated request may come from an account that has lost its role.
        requireReader(context.actor, delivery.linkBy, delivery.codeBy);
        return {
          delivery,
          link:
            delivery.linkBy === 'hand'
              ? `${publicOrigin ?? ''}${deliveryPath(secrets.deriveToken(id))}`
              : null,
          code: delivery.codeBy === 'email' ? null : secrets.deriveCode(id),
        };
      },
    ),

    showCode: ({ db, ...context }, input) =>
      db.transaction((transaction) => showCode(transaction, context, input, secrets)),

    revoke: idempotent('deliveries.revoke', revokeDelivery, show),

    requests: audited(
      async ({ db }) => ({ requests: await readRequests(db) }),
      (_input, { requests }) => ({
        action: 'report_deliveries.requests_listed',
        details: { count: requests.length },
        shown: requests.map(({ idUser }) => idUser),
      }),
    ),

    handleRequest: idempotent('deliveries.handleRequest', dismissLinkRequest, show),
  };
}

const toReadEntry = (id: string) =>
  ({ action: 'patient.deliveries_read', subject: { kind: 'patient', id } }) as const;
