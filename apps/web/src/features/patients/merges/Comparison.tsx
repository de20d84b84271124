import { TextInput } from '@mantine/core';
import { consentPurposeNames } from '@simiente/contract/consents/texts';
import { describeCalendarDay } from '@simiente/contract/format/dates';
import type { Patient } from '@simiente/contract/patients/calls';
import { formatIdentification } from '@simiente/contract/patients/identification';
import {
  DAYS_TO_UNMERGE,
  type MergeField,
  type MergePreview,
  type MergeWarning,
  mergeFieldNames,
  mergeFields,
  SAME_PERSON,
} from '@simiente/contract/patients/merges';
import { IconAlertTriangle, IconEqual, IconLink, IconSignature } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ApiFailure } from '../../../lib/api/failure.ts';
import { pluralize } from '../../../lib/format/numbers.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { FormPage } from '../../../ui/form/FormPage.tsx';
import { DateText } from '../../../ui/page/DateText.tsx';
import { FormAlert } from '../../../ui/page/FormAlert.tsx';
import { PersonAvatar } from '../../../ui/status/person.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { patientStatus } from '../patient-status.ts';
import classes from './MergePage.module.css';
import { useMerge } from './use-merge.ts';

type Choice = MergeField | 'consents';

const warningTitles: Readonly<Record<MergeWarning, string>> = {
  curp: 'Las CURP son distintas',
  birthDate: 'Las fechas de nacimiento son distintas',
  sex: 'El sexo al nacer es distinto',
  results: 'Los dos tienen resultados validados del mismo día',
};

const countTitles: Readonly<Record<keyof MergePreview['counts'], string>> = {
  exams: 'Estudios',
  results: 'Resultados',
  reports: 'Informes',
  appointments: 'Citas y recetas',
  orders: 'Órdenes',
  notes: 'Notas',
  consents: 'Consentimientos',
  deliveries: 'Entregas',
};

/** The value of a field in words; empty without a value. */
function toText(patient: Patient, field: Exclude<MergeField, 'status'>): string {
  if (field === 'birthDate') return patient.birthDate ? describeCalendarDay(patient.birthDate) : '';
  return mergeFields[field].fields
    .map((name) =>
      name === 'name' || name === 'email' || name === 'phone'
        ? patient[name]
        : formatIdentification(patient, name),
    )
    .filter(Boolean)
    .join(', ');
}

const isEqual = ([one, other]: readonly Patient[], field: MergeField) =>
  mergeFields[field].fields.every((name) => (one?.[name] ?? null) === (other?.[name] ?? null));

interface ComparisonProps {
  preview: MergePreview;
  /** Fetches both records again after a conflict. */
  onRefresh: () => void;
}

/** The differing fields of two records with a choice for each, warnings, and the data that a merge joins. */
export function Comparison({ preview, onRefresh }: ComparisonProps) {
  const { patients, consents, warnings } = preview;
  const [keptIndex, setKeptIndex] = useState(0);
  const [chosen, setChosen] = useState<Partial<Readonly<Record<Choice, number>>>>({});
  const [confirmation, setConfirmation] = useState('');
  const [showsEqual, setShowsEqual] = useState(false);
  const merging = useMerge();
  const navigate = useNavigate();
  const [one, other] = patients;
  if (one === undefined || other === undefined) return null;

  const records = [one, other];
  const hasValue = (patient: Patient | undefined, field: MergeField) =>
    patient !== undefined && (field === 'status' || toText(patient, field) !== '');
  /** A CURP contains the date of birth and the sex, so the other record's CURP is no default if these differ. */
  const contradictsCurp = warnings.includes('birthDate') || warnings.includes('sex');
  /** The index of the record whose value is taken, by default the kept record, or the other if only it has a value. */
  const chosenIndex = (field: MergeField) =>
    chosen[field] ??
    (hasValue(records[keptIndex], field) ||
    !hasValue(records[1 - keptIndex], field) ||
    (field === 'curp' && contradictsCurp)
      ? keptIndex
      : 1 - keptIndex);
  const equal = mergeFieldNames.filter((field) => isEqual(records, field));
  const different = mergeFieldNames.filter((field) => !equal.includes(field));
  const shared = consents.filter(({ givenOn }) => givenOn.every((day) => day !== null));
  const consentChoice = chosen.consents ?? keptIndex;
  const needsConfirmation = warnings.length > 0;
  const isConfirmed = confirmation.trim().toLocaleLowerCase('es') === SAME_PERSON;

  const submit = () => {
    if (merging.isPending || (needsConfirmation && !isConfirmed)) return;
    const [keptPatient, merged] = keptIndex === 0 ? [one, other] : [other, one];
    const take: Choice[] = different.filter((field) => chosenIndex(field) !== keptIndex);
    if (shared.length > 0 && consentChoice !== keptIndex) take.push('consents');
    merging.mutate({
      idUser: keptPatient.idUser,
      idOther: merged.idUser,
      version: keptPatient.version,
      otherVersion: merged.version,
      take,
      ...(needsConfirmation && { confirmation }),
    });
  };

  const isStale = merging.error instanceof ApiFailure && merging.error.code === 'STALE_VERSION';
  const names = Object.keys(countTitles) as (keyof typeof countTitles)[];
  return (
    <FormPage
      label="Fusionar pacientes"
      onSubmit={submit}
      footer={
        <>
          <span className={classes.note}>
            {`Se puede deshacer durante ${DAYS_TO_UNMERGE} días. Queda en la auditoría.`}
          </span>
          <Button
            kind="default"
            disabled={merging.isPending}
            onClick={() =>
              void navigate({ to: '/pacientes/$idUser', params: { idUser: one.idUser } })
            }
          >
            Cancelar
          </Button>
          <Button
            type="submit"
            loading={merging.isPending}
            {...(needsConfirmation &&
              !isConfirmed && {
                disabled: true,
                disabledReason: `Escribe «${SAME_PERSON}» para continuar.`,
              })}
          >
            Fusionar
          </Button>
        </>
      }
    >
      <FormAlert message={merging.error?.message} />
      {isStale && (
        <Button kind="default" onClick={onRefresh}>
          Ver los datos actuales
        </Button>
      )}
      <div className={classes.columns}>
        <div className={classes.card}>
          <table className={classes.table}>
            <caption className={classes.hidden}>Datos de los dos expedientes</caption>
            <thead>
              <tr>
                <td />
                {records.map((patient, index) => (
                  <th key={patient.idUser} scope="col">
                    <div className={classes.person}>
                      <PersonAvatar name={patient.name} size={40} />
                      <div>
                        <div className={classes.name}>{patient.name}</div>
                        <div className={classes.since}>
                          Registrado: <DateText value={patient.createDate} />
                        </div>
                      </div>
                    </div>
                    <Option
                      name="kept"
                      checked={keptIndex === index}
                      onChoose={() => setKeptIndex(index)}
                    >
                      Expediente que se conserva
                    </Option>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {different.map((field) => (
                <Row
                  key={field}
                  name={field}
                  label={mergeFields[field].label}
                  choice={chosenIndex(field)}
                  onChoose={(index) => setChosen({ ...chosen, [field]: index })}
                  values={records.map((patient) => showValue(patient, field))}
                />
              ))}
              {shared.length > 0 && (
                <Row
                  name="consents"
                  label="Consentimiento"
                  choice={consentChoice}
                  onChoose={(index) => setChosen({ ...chosen, consents: index })}
                  values={[0, 1].map((index) =>
                    shared
                      .map(
                        ({ purpose, givenOn }) =>
                          `${consentPurposeNames[purpose]}: ${describeCalendarDay(givenOn[index] ?? '')}`,
                      )
                      .join(', '),
                  )}
                />
              )}
              {showsEqual &&
                equal.map((field) => (
                  <tr key={field}>
                    <th scope="row">{mergeFields[field].label}</th>
                    <td colSpan={2}>{showValue(one, field)}</td>
                  </tr>
                ))}
            </tbody>
          </table>
          {equal.length > 0 && (
            <div className={classes.equal}>
              <IconEqual size={16} stroke={1.7} aria-hidden />
              <span>{pluralize(equal.length, ['dato es igual', 'datos son iguales'])}</span>
              <Button kind="subtle" size="xs" onClick={() => setShowsEqual(!showsEqual)}>
                {showsEqual ? 'Ocultar' : 'Ver'}
              </Button>
            </div>
          )}
        </div>
        <div className={classes.side}>
          <Warnings preview={preview}>
            {needsConfirmation && (
              <TextInput
                label={`Escribe «${SAME_PERSON}» para continuar`}
                value={confirmation}
                maxLength={40}
                autoComplete="off"
                onChange={({ currentTarget }) => setConfirmation(currentTarget.value)}
              />
            )}
          </Warnings>
          <section className={classes.card} aria-labelledby="se-juntan">
            <h2 id="se-juntan" className={classes.title}>
              Se juntan
            </h2>
            <dl className={classes.counts}>
              {names.map((name) => (
                <div key={name}>
                  <dt>{countTitles[name]}</dt>
                  <dd>
                    <span>{preview.counts[name].join(' + ')}</span>
                    <strong>{preview.counts[name].reduce((sum, count) => sum + count, 0)}</strong>
                  </dd>
                </div>
              ))}
            </dl>
            <p className={classes.link}>
              <IconLink size={16} stroke={1.7} aria-hidden />
              El enlace del otro expediente llevará a este.
            </p>
          </section>
        </div>
      </div>
    </FormPage>
  );
}

function showValue(patient: Patient, field: MergeField): ReactNode {
  if (field === 'status') {
    const { tone, tag } = patientStatus(patient.status);
    return <StatusPill tone={tone} label={tag} />;
  }
  return toText(patient, field) || '—';
}

interface OptionProps {
  name: string;
  checked: boolean;
  onChoose: () => void;
  children: ReactNode;
}

function Option({ name, checked, onChoose, children }: OptionProps) {
  return (
    <label className={classes.option}>
      <input type="radio" name={name} checked={checked} onChange={onChoose} />
      <span>{children}</span>
    </label>
  );
}

interface RowProps {
  name: string;
  label: string;
  choice: number;
  onChoose: (index: number) => void;
  values: readonly ReactNode[];
}

const sides = ['one', 'other'];

function Row({ name, label, choice, onChoose, values }: RowProps) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {values.map((value, index) => (
        <td key={sides[index]} data-chosen={choice === index || undefined}>
          <Option name={name} checked={choice === index} onChoose={() => onChoose(index)}>
            {value}
          </Option>
        </td>
      ))}
    </tr>
  );
}

/** Warns that the records may be of different people, and that signed reports keep their name. */
function Warnings({ preview, children }: { preview: MergePreview; children: ReactNode }) {
  const signed = preview.signed.reduce((sum, count) => sum + count, 0);
  if (preview.warnings.length === 0 && signed === 0) return null;
  return (
    <section className={classes.card} aria-labelledby="antes">
      <h2 id="antes" className={classes.title}>
        Antes de fusionar
      </h2>
      {preview.warnings.length > 0 && (
        <div className={classes.block}>
          {preview.warnings.map((warning) => (
            <p key={warning} className={classes.warning}>
              <IconAlertTriangle size={18} stroke={1.7} aria-hidden />
              {warningTitles[warning]}
            </p>
          ))}
          <p className={classes.hint}>
            Podrían ser dos personas. Los datos que no elijas quedan en el historial.
          </p>
          {children}
        </div>
      )}
      {signed > 0 && (
        <div className={classes.block}>
          <p className={classes.signed}>
            <IconSignature size={18} stroke={1.7} aria-hidden />
            {pluralize(signed, ['versión firmada', 'versiones firmadas'])}
          </p>
          <p className={classes.hint}>Conservan el nombre y los datos con que se firmaron.</p>
        </div>
      )}
    </section>
  );
}
