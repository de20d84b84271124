import { Modal } from '@mantine/core';
import { DISCARD_TITLE, DiscardQuestion } from '../../ui/page/DiscardQuestion.tsx';
import { PatientForm } from './PatientForm.tsx';
import classes from './PatientFormModal.module.css';
import { PatientStale } from './PatientStale.tsx';
import { draftOf } from './patient-draft.ts';
import type { PatientForm as Form } from './use-patient-form.ts';

/** 'Crear paciente' and 'Editar paciente': the form, and the decisions that it may lead to in its place. */
export function PatientFormModal({ form }: { form: Form }) {
  const title = form.base === null ? 'Crear paciente' : 'Editar paciente';
  return (
    <Modal
      opened={form.opened}
      onClose={form.close}
      title={form.isLeaving ? DISCARD_TITLE : title}
      size={520}
    >
      {form.base && <p className={classes.person}>{form.base.name}</p>}
      <Content form={form} />
    </Modal>
  );
}

function Content({ form }: { form: Form }) {
  const { base, current } = form;
  if (form.isLeaving) {
    return (
      <DiscardQuestion onStay={form.stay} onDiscard={form.discard}>
        {base === null
          ? 'El paciente no se ha creado.'
          : 'Los cambios de este paciente no se han guardado.'}
      </DiscardQuestion>
    );
  }
  if (base && current) {
    return (
      <PatientStale
        base={draftOf(base)}
        current={current}
        mine={form.mine}
        onTakeCurrent={form.takeCurrent}
        onKeepMine={form.keepMine}
      />
    );
  }
  return <PatientForm form={form} />;
}
