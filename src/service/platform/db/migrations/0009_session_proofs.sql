ALTER TABLE "limited_tokens" ADD COLUMN "proved_by" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "code_proved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "password_proved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "limited_tokens" ADD CONSTRAINT "limited_tokens_proof_known" CHECK ("limited_tokens"."proved_by" in ('code', 'password'));