ALTER TABLE "profiles" ADD COLUMN "pin_key_id" text;--> statement-breakpoint
ALTER TABLE "profile_tokens" ADD COLUMN "key_id" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "key_id" text;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "key_id" text;