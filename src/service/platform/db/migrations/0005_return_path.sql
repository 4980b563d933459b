ALTER TABLE "dd_contracts" ADD COLUMN "return_path" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "return_path" text;