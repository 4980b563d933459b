ALTER TABLE "staff_requests" ADD COLUMN "failed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "staff_requests" ADD COLUMN "failure" text;