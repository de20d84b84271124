import type { AppointmentCardData } from '@simiente/contract/appointments/calls';

/** When the appointment of a card begins and, of one with a doctor, ends. */
export function cardTime(card: AppointmentCardData): {
  instant: string | null;
  end: string | null;
} {
  if (card.kind === 'recipe_appointment') {
    return { instant: card.appointment.calendly_data.start_time, end: null };
  }
  const { date, endDate } = card.appointment.appointmentDate;
  return { instant: date, end: endDate };
}
