import * as z from 'zod';
import { call } from '../common/call.ts';
import { recordId } from '../common/ids.ts';
import { isoInstant, isoInstantOrNull } from '../common/instants.ts';
import { reportKinds, versionStates } from '../reports/states.ts';
import { areSeparateWays, codeWays, deliveryStates, linkWays, SAME_WAY } from './words.ts';

const kind = z.literal(reportKinds);

/** A signed report that was delivered to its patient. */
export const delivery = z.strictObject({
  idDelivery: recordId,
  kind,
  idVersion: recordId,
  /** Number of the version. */
  number: z.int().min(1),
  /** Current state of the version. */
  versionState: z.literal(versionStates),
  state: z.literal(deliveryStates),
  /**
   * Whether the link shows no report, because a quoted result changed and no doctor has corrected or confirmed the
   * report since.
   */
  isPaused: z.boolean(),
  linkBy: z.literal(linkWays),
  codeBy: z.literal(codeWays),
  createdAt: isoInstant,
  /** The name of the account. */
  createdBy: z.string().nullable(),
  expiresAt: isoInstant,
  closedAt: isoInstantOrNull,
  closedBy: z.string().nullable(),
  /** Number of openings, and time of the last; `downloads` counts downloads of the PDF. */
  opens: z.int().min(0),
  openedAt: isoInstantOrNull,
  downloads: z.int().min(0),
  failures: z.int().min(0),
  /** Time of the patient's request for a new link. */
  requestedAt: isoInstantOrNull,
});
export type Delivery = z.infer<typeof delivery>;

/** A version in force, which can be delivered. */
const deliverable = z.strictObject({
  kind,
  idVersion: recordId,
  number: z.int().min(1),
  signedAt: isoInstant,
  /** Whether a link to this version would be paused; see `isPaused` in `delivery`. */
  isPaused: z.boolean(),
});
export type Deliverable = z.infer<typeof deliverable>;

export const patientDeliveries = z.strictObject({
  /** Newest first. */
  deliveries: z.array(delivery),
  deliverable: z.array(deliverable),
  /** Reasons against a delivery to this patient. */
  lacksBirthDate: z.boolean(),
  consentWithdrawn: z.boolean(),
  /** The patient's e-mail address; null without one. */
  email: z.string().nullable(),
  /** Whether the installation sends e-mail. */
  sendsMail: z.boolean(),
});
export type PatientDeliveries = z.infer<typeof patientDeliveries>;

/** Recipients of a signed version, for the account that withdraws it. */
const versionRecipients = z.strictObject({
  idUser: recordId,
  /** Newest first, including unopened ones. */
  deliveries: z.array(delivery),
  /** Opened deliveries of earlier versions of the report, which the patient may still have, newest first. */
  earlier: z.array(delivery),
  /** Accounts that downloaded the version as a PDF or FHIR document, latest first. */
  downloads: z.array(
    z.strictObject({
      /** The name of the account. */
      by: z.string(),
      at: isoInstant,
      times: z.int().min(1),
    }),
  ),
});
export type VersionRecipients = z.infer<typeof versionRecipients>;

/** A patient who requested a new link. */
export const linkRequest = z.strictObject({
  idDelivery: recordId,
  idUser: recordId,
  patientName: z.string(),
  kind,
  requestedAt: isoInstant,
});
export type LinkRequest = z.infer<typeof linkRequest>;

/** The patient's agreement to how link and code are delivered. */
export const agreement = z.literal(true, 'Confirma que el paciente está de acuerdo.');

const deliveryInput = z.strictObject({ idDelivery: recordId });
export const deliveriesContract = {
  ofPatient: call('reports.deliver')
    .get('/v1/deliveries/of-patient', 'Los informes firmados que se entregaron a un paciente')
    .input({ idUser: recordId })
    .output(patientDeliveries),
  ofVersion: call('reports.sign')
    .get(
      '/v1/deliveries/of-version',
      'A quién llegó una versión firmada: sus entregas, y quién descargó su archivo',
    )
    .input({ idVersion: recordId })
    .output(versionRecipients),
  create: call('reports.deliver')
    .post(
      '/v1/deliveries/create',
      'Entrega la versión vigente de un informe a su paciente, con un enlace y un código',
    )
    .input(
      z
        .strictObject({
          idVersion: recordId,
          linkBy: z.literal(linkWays),
          codeBy: z.literal(codeWays),
          consented: agreement,
        })
        .refine(({ linkBy, codeBy }) => areSeparateWays(linkBy, codeBy), {
          error: SAME_WAY,
          path: ['codeBy'],
        }),
    )
    .output({
      delivery,
      /** The link to give to the patient, without an origin if PUBLIC_URL is not set; null if it is sent by e-mail. */
      link: z.string().nullable(),
      code: z.string().nullable(),
    }),
  showCode: call('reports.deliver')
    .post(
      '/v1/deliveries/show-code',
      'Muestra otra vez el código de una entrega abierta que se comunica en persona, por teléfono o en papel',
    )
    .input(deliveryInput)
    .output({ code: z.string() }),
  revoke: call('reports.deliver')
    .post('/v1/deliveries/revoke', 'Cierra el enlace de una entrega')
    .input(deliveryInput)
    .output(patientDeliveries),
  requests: call('reports.deliver')
    .get(
      '/v1/deliveries/requests',
      'Los pacientes que solicitaron otro enlace, la solicitud más antigua primero',
    )
    .input({})
    .output({ requests: z.array(linkRequest) }),
  handleRequest: call('reports.deliver')
    .post('/v1/deliveries/handle-request', 'Marca como atendida la solicitud de otro enlace')
    .input(deliveryInput)
    .output(patientDeliveries),
};
