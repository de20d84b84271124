ALTER TABLE "exam_order_studies" ADD COLUMN "rejected_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "exam_order_studies" ADD COLUMN "rejection" text;--> statement-breakpoint
ALTER TABLE "exam_order_studies" ADD COLUMN "requested_again_at" timestamp (3) with time zone;--> statement-breakpoint
-- A study that its laboratory rejected is waited for anew from when it was requested again.
CREATE OR REPLACE FUNCTION refresh_exam_orders(ids text[]) RETURNS void
  LANGUAGE sql AS $$
  UPDATE exam_order_studies s
     SET due_at = coalesce(s.requested_again_at, o.created_at) + study_wait(s.exam_type)
    FROM exam_orders o
   WHERE o.id = ANY (ids) AND s.order_id = o.id
     AND s.due_at IS DISTINCT FROM coalesce(s.requested_again_at, o.created_at) + study_wait(s.exam_type)
     AND NOT EXISTS (SELECT FROM exams e WHERE e.id = s.exam_id AND e.deleted_at IS NULL);
  WITH now_are AS (
    SELECT o.id,
           CASE WHEN bool_and(coalesce(r.status = 'validado', false)) THEN 'validado'
                WHEN bool_and(e.id IS NOT NULL) THEN 'recibido'
                WHEN bool_or(e.id IS NULL AND s.rejected_at IS NOT NULL) THEN 'rechazada'
                WHEN EXISTS (SELECT FROM exam_order_downloads d WHERE d.order_id = o.id) THEN 'descargado'
                ELSE 'pedido' END AS state,
           min(s.due_at) FILTER (WHERE e.id IS NULL) AS due_at
      FROM exam_orders o
      LEFT JOIN exam_order_studies s ON s.order_id = o.id
      LEFT JOIN exams e ON e.id = s.exam_id AND e.deleted_at IS NULL
      LEFT JOIN result_sets r ON r.exam_id = e.id
     WHERE o.id = ANY (ids)
     GROUP BY o.id)
  UPDATE exam_orders o SET status_group = now_are.state, due_at = now_are.due_at
    FROM now_are
   WHERE now_are.id = o.id AND (o.status_group, o.due_at) IS DISTINCT FROM (now_are.state, now_are.due_at)
$$;
