import type { Prospect } from '@simiente/contract/prospects/calls';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { EmailContact, PhoneContact } from '../../../ui/contact/Contact.tsx';
import { PanelFact, PanelFacts, PanelSection } from '../../../ui/panel/DetailPanel.tsx';
import { useSimilarPatients } from '../../patients/public.ts';
import { FormMessages } from '../../record-form/public.ts';
import { useCan } from '../../session/public.ts';
import { ContactFields, NotesField, type ProspectForm, StatusField } from '../ProspectForm.tsx';
import { ProspectDate, ProspectPill } from '../prospect-status.tsx';
import classes from './ProspectDetails.module.css';

interface ProspectDetailsProps {
  prospect: Prospect;
  form: ProspectForm;
  onConvert: () => void;
}

/** The four sections of the panel; in edit mode, editable values are fields. */
export function ProspectDetails({ prospect, form, onConvert }: ProspectDetailsProps) {
  const { name, mail, phone, motivo, status, createDate, consent, convertedAt } = prospect;
  const isEditing = form.opened;
  const sections = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isEditing) sections.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [isEditing]);

  return (
    <div ref={sections}>
      {isEditing && (
        <div className={classes.messages}>
          <FormMessages form={form} />
        </div>
      )}
      <PanelSection title="Información Personal">
        {isEditing ? (
          <div className={classes.field}>
            <ContactFields form={form} />
          </div>
        ) : (
          <PanelFacts>
            <PanelFact label="Nombre">{name}</PanelFact>
            <PanelFact label="Correo">
              {mail ? <EmailContact email={mail} name={name} /> : '—'}
            </PanelFact>
            <PanelFact label="Teléfono">
              {phone ? <PhoneContact phone={phone} name={name} /> : '—'}
            </PanelFact>
          </PanelFacts>
        )}
      </PanelSection>
      <PanelSection title="Información Comercial">
        <PanelFacts>
          <PanelFact label="Motivo">{motivo || '—'}</PanelFact>
          {!isEditing && (
            <>
              <PanelFact label="Estado">
                <span className={classes.pill}>
                  <ProspectPill status={status} />
                </span>
              </PanelFact>
              <PanelFact label="Paciente">
                <Conversion prospect={prospect} onConvert={onConvert} />
              </PanelFact>
            </>
          )}
        </PanelFacts>
        {isEditing && (
          <div className={classes.field}>
            <StatusField form={form} />
          </div>
        )}
      </PanelSection>
      <PanelSection title="Notas">
        {isEditing ? (
          <NotesField form={form} isLabelled={false} />
        ) : prospect.notes.trim() === '' ? (
          <p className={classes.none}>Sin notas</p>
        ) : (
          <p className={classes.notes}>{prospect.notes}</p>
        )}
      </PanelSection>
      <PanelSection title="Información Técnica">
        <PanelFacts>
          <PanelFact label="ID del prospecto">{prospect.idProspect}</PanelFact>
          <PanelFact label="Fecha Registro">
            <ProspectDate value={createDate} />
          </PanelFact>
          {consent && (
            <PanelFact label="Consentimiento">
              <ProspectDate value={consent.at} /> (versión {consent.version})
            </PanelFact>
          )}
          {convertedAt !== null && (
            <PanelFact label="Convertido">
              <ProspectDate value={convertedAt} />
            </PanelFact>
          )}
        </PanelFacts>
      </PanelSection>
    </div>
  );
}

/** The patient of a converted prospect; otherwise patients who may be the same person, and the conversion. */
function Conversion({ prospect, onConvert }: Omit<ProspectDetailsProps, 'form'>) {
  const { patient, convertedAt } = prospect;
  const can = useCan();
  const mayConvert = can('directory.edit') && can('patients.edit');
  const similar = useSimilarPatients(prospect, { enabled: !patient && can('patients.read') });
  if (patient) {
    return (
      <Link className={classes.link} to="/pacientes/$idUser" params={{ idUser: patient.idUser }}>
        {patient.name}
      </Link>
    );
  }
  return (
    <span className={classes.conversion}>
      {similar.map(({ idUser, name }) => (
        <span key={idUser}>
          Puede ser{' '}
          <Link className={classes.link} to="/pacientes/$idUser" params={{ idUser }}>
            {name}
          </Link>
        </span>
      ))}
      {convertedAt !== null && <span>El paciente está en la Papelera o ya no existe.</span>}
      {mayConvert && (
        <Button kind="linear" aria-haspopup="dialog" onClick={onConvert}>
          Convertir en paciente
        </Button>
      )}
    </span>
  );
}
