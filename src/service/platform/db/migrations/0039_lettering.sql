ALTER TABLE "contents" ADD COLUMN "lettering_fa" text;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "lettering_en" text;