"""The app's engine room: computing for visitors, compiling in the background, events to pages."""
