import type { AuditRow } from '@simiente/contract/audit/calls';
import { describeChange, describeFact } from '@simiente/contract/audit/facts';
import { auditedPerson, auditSentence, trailActor } from '@simiente/contract/audit/sentence';
import { describeDevice } from '@simiente/contract/format/device-words';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { lazyOnUse } from '../../../lib/lazy-on-use.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import {
  DetailPanel,
  PanelFact,
  PanelFacts,
  PanelSection,
} from '../../../ui/panel/DetailPanel.tsx';
import { useClinicTimeZone } from '../../session/public.ts';
import { ActorMark } from '../TrailList.tsx';
import classes from './AuditRowPanel.module.css';

const AffectedDialog = lazyOnUse(() => import('./AffectedDialog.tsx'));

/** Details of an audit row: origin, request, old and new values. */
export function AuditRowPanel({ row, onClose }: { row: AuditRow; onClose: () => void }) {
  const timeZone = useClinicTimeZone();
  const actor = trailActor(row);
  const about = auditedPerson(row);
  const [isAffected, setAffected] = useState(false);
  const { changes, facts, patient, subject } = row;
  return (
    <DetailPanel
      title={`Registro ${row.id}`}
      recordId={String(row.id)}
      head={
        <div className={classes.head}>
          <ActorMark kind={row.actor.kind} name={actor} size={34} />
          <p className={classes.sentence}>
            <strong>{actor}</strong> <span>{auditSentence(row, timeZone)}</span>
          </p>
        </div>
      }
      onClose={onClose}
    >
      <PanelSection title="Qué pasó">
        <PanelFacts>
          <PanelFact label="Cuándo">
            <time dateTime={row.at}>{exactTime(row.at, timeZone)}</time>
          </PanelFact>
          {row.actor.email !== null && <PanelFact label="Cuenta">{row.actor.email}</PanelFact>}
          {about !== '' && (
            <PanelFact label="Persona relacionada">
              {patient !== null && patient.name !== null ? (
                <Link
                  className={classes.link}
                  to="/pacientes/$idUser"
                  params={{ idUser: patient.idUser }}
                >
                  {about}
                </Link>
              ) : (
                about
              )}
            </PanelFact>
          )}
          <PanelFact label="Acción">{row.action}</PanelFact>
          {subject.id !== null && <PanelFact label="Identificador">{subject.id}</PanelFact>}
        </PanelFacts>
      </PanelSection>
      <PanelSection title="Desde dónde">
        <PanelFacts>
          <PanelFact label="Dirección">{row.address ?? 'Servidor'}</PanelFact>
          {row.userAgent !== null && (
            <PanelFact label="Dispositivo">{describeDevice(row.userAgent).words}</PanelFact>
          )}
          {row.userAgent !== null && <PanelFact label="Programa">{row.userAgent}</PanelFact>}
          {row.idRequest !== null && <PanelFact label="Solicitud">{row.idRequest}</PanelFact>}
          {row.idSession !== null && row.idActor !== null && (
            <PanelFact label="Sesión">
              {row.idSession}{' '}
              <LockButton
                kind="subtle"
                size="xs"
                aria-haspopup="dialog"
                onClick={() => setAffected(true)}
              >
                ¿A quién afectó?
              </LockButton>
            </PanelFact>
          )}
          {row.background && (
            <PanelFact label="Origen">Actualización de una pantalla abierta</PanelFact>
          )}
        </PanelFacts>
      </PanelSection>
      {changes.length > 0 && (
        <PanelSection title="Cambios">
          <PanelFacts>
            {changes.map((change) => {
              const { name, value } = describeChange(change, subject.kind);
              return (
                <PanelFact key={change.field} label={name}>
                  {value}
                </PanelFact>
              );
            })}
          </PanelFacts>
        </PanelSection>
      )}
      {facts.length > 0 && (
        <PanelSection title="Otros datos">
          <PanelFacts>
            {facts.map((fact) => {
              const { name, value } = describeFact(fact);
              return (
                <PanelFact key={fact.name} label={name}>
                  {value}
                </PanelFact>
              );
            })}
          </PanelFacts>
        </PanelSection>
      )}
      <Suspense>
        {isAffected && <AffectedDialog session={row} onClose={() => setAffected(false)} />}
      </Suspense>
    </DetailPanel>
  );
}

/** '23 de noviembre de 2026, 11:38:52' */
function exactTime(at: string, timeZone: string): string {
  const date = new Date(at);
  const day = new Intl.DateTimeFormat('es-MX', { dateStyle: 'long', timeZone }).format(date);
  const clock = new Intl.DateTimeFormat('es-MX', {
    timeStyle: 'medium',
    hourCycle: 'h23',
    timeZone,
  }).format(date);
  return `${day}, ${clock}`;
}
