import { REPORT_TITLE } from '@simiente/contract/reports/states';
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { ViewSwitch } from '../../ui/list/ViewSwitch.tsx';
import { PersonAvatar } from '../../ui/status/person.tsx';
import { patientCrumb, patientsCrumb } from '../patients/public.ts';
import { PageCrumbs } from '../shell/public.ts';
import classes from './ReportPage.module.css';
import type { Reading } from './report-search.ts';

export interface NamedReading {
  readonly value: Reading;
  readonly label: string;
}

interface ReportHeadProps {
  idUser: string;
  /** The patient's, once it is known. */
  name: string | undefined;
  showsPerson: boolean;
  /** Behind the name. */
  about: ReactNode;
  mayPrint: boolean;
  readings: readonly NamedReading[];
  reading: Reading;
  onRead: (reading: Reading) => void;
  /** Place for the button of a reading. */
  action: Ref<HTMLDivElement>;
}

/** The title, whose report it is, and the ways to read it. */
export function ReportHead(props: ReportHeadProps) {
  const { idUser, name, showsPerson, readings } = props;
  return (
    <>
      {showsPerson && <ReportCrumbs idUser={idUser} name={name} />}
      <header className={classes.head}>
        <Link
          to="/pacientes/$idUser"
          params={{ idUser }}
          className={classes.back}
          aria-label="Volver al paciente"
        >
          <IconArrowLeft size={20} stroke={1.7} aria-hidden />
        </Link>
        <h1 className={classes.title}>{REPORT_TITLE}</h1>
        <div className={classes.actions}>
          {props.mayPrint && (
            <div className={classes.print}>
              <LockButton
                kind="default"
                icon={<IconPrinter size={17} stroke={1.7} aria-hidden />}
                onClick={() => print()}
              >
                Imprimir
              </LockButton>
            </div>
          )}
          {readings.length > 1 && (
            <ViewSwitch<Reading>
              label="Lectura"
              views={readings}
              value={props.reading}
              onChange={props.onRead}
            />
          )}
          <div ref={props.action} className={classes.slot} />
        </div>
      </header>
      {showsPerson && (
        <p className={classes.person}>
          {name && (
            <>
              <PersonAvatar name={name} size={26} />
              <span>
                {name} <span className={classes.facts}>· {props.about}</span>
              </span>
            </>
          )}
        </p>
      )}
    </>
  );
}

function ReportCrumbs({ idUser, name }: { idUser: string; name: string | undefined }) {
  return (
    <PageCrumbs
      crumbs={[
        patientsCrumb,
        ...(name === undefined ? [] : [patientCrumb(idUser, name), { label: REPORT_TITLE }]),
      ]}
    />
  );
}
