ALTER TABLE "exams" ADD COLUMN "attached_to" text;--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_attached_to_exams_id_fk" FOREIGN KEY ("attached_to") REFERENCES "public"."exams"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exams_attached" ON "exams" USING btree ("attached_to") WHERE "exams"."attached_to" is not null;