import { Modal } from '@mantine/core';
import { DISCARD_TITLE, DiscardQuestion } from '../../ui/page/DiscardQuestion.tsx';
import { PersonCell } from '../../ui/status/PersonCell.tsx';
import { CreatedOrder } from './CreatedOrder.tsx';
import classes from './NewOrderModal.module.css';
import { OrderForm } from './OrderForm.tsx';
import { type NewOrder, type NewOrderProps, useNewOrder } from './use-new-order.ts';

/**
 * 'Crear orden' of a patient. It is to stay mounted while it is closed: after a session that ended it
 * opens by itself with what was chosen.
 */
export function NewOrderModal(props: NewOrderProps & { onClosed: () => void }) {
  const order = useNewOrder(props);
  return (
    <Modal
      opened={order.opened}
      onClose={order.close}
      returnFocus={false}
      onExitTransitionEnd={props.onClosed}
      title={titleOf(order)}
      size={520}
    >
      {!order.isLeaving && (
        <div className={classes.who}>
          <PersonCell name={props.patient.name} detail="Paciente" />
        </div>
      )}
      <Content order={order} />
    </Modal>
  );
}

function titleOf({ created, isLeaving }: NewOrder): string {
  if (isLeaving) return DISCARD_TITLE;
  return created === null ? 'Crear orden' : 'Orden creada';
}

function Content({ order }: { order: NewOrder }) {
  if (order.created !== null) {
    return <CreatedOrder order={order.created} onClose={order.finish} />;
  }
  if (order.isLeaving) {
    return (
      <DiscardQuestion onStay={order.stay} onDiscard={order.finish}>
        La orden no se ha creado.
      </DiscardQuestion>
    );
  }
  return <OrderForm order={order} />;
}
