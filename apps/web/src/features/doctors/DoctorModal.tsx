import { Modal } from '@mantine/core';
import { DISCARD_TITLE, DiscardQuestion } from '../../ui/page/DiscardQuestion.tsx';
import { DoctorForm } from './DoctorForm.tsx';
import { StaleDoctor } from './StaleDoctor.tsx';
import type { DoctorEditor } from './use-doctor-editor.ts';

/** 'Crear médico' or 'Editar médico': the form, and the decisions that it may lead to in its place. */
export function DoctorModal({ editor }: { editor: DoctorEditor }) {
  const title = editor.isNew ? 'Crear médico' : 'Editar médico';
  return (
    <Modal
      opened={editor.opened}
      onClose={editor.close}
      title={editor.isLeaving ? DISCARD_TITLE : title}
      size={520}
    >
      <Content editor={editor} />
    </Modal>
  );
}

function Content({ editor }: { editor: DoctorEditor }) {
  if (editor.isLeaving) {
    return (
      <DiscardQuestion onStay={editor.stay} onDiscard={editor.discard}>
        Los datos del médico no se han guardado.
      </DiscardQuestion>
    );
  }
  if (editor.current) {
    return (
      <StaleDoctor
        current={editor.current}
        draft={editor.mine}
        onTakeCurrent={editor.takeCurrent}
        onKeepMine={editor.keepMine}
      />
    );
  }
  return <DoctorForm editor={editor} />;
}
