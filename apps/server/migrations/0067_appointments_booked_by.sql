ALTER TABLE "doctor_appointments" ADD COLUMN "booked_by" text;--> statement-breakpoint
-- Earlier appointments: as the audit has it.
UPDATE doctor_appointments a SET booked_by = e.actor_id FROM audit_events e
 WHERE e.action = 'appointment.created' AND e.actor_kind = 'staff'
   AND e.subject_kind = 'doctor_appointment' AND e.subject_id = a.id;
