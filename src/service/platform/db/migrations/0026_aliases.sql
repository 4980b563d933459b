ALTER TABLE "artists" ADD COLUMN "aliases" text[];--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "aliases" text[];