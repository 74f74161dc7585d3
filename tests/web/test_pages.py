"""Every page of the app whose address has no parameters."""

import importlib
import pkgutil

from fastapi import APIRouter
from starlette.routing import Route

from plyground.web import pages
from tests.web.conftest import Person


def addresses() -> set[str]:
    routers: list[APIRouter] = []
    for found in pkgutil.iter_modules(pages.__path__):
        module = importlib.import_module(f"{pages.__name__}.{found.name}")
        routers += [module.router] if hasattr(module, "router") else []
    routes = [route for router in routers for route in router.routes if isinstance(route, Route)]
    paths = {route.path for route in routes if "GET" in route.methods and "{" not in route.path}
    return {path for path in paths if not path.startswith("/api/")}  # one of them is endless


def test_every_page_answers(person: Person) -> None:
    """So that a page is tried as soon as there is one; some say what they lack."""
    client = person()
    assert {"/", "/library", "/puzzles"} <= addresses()
    for address in sorted(addresses()):
        answer = client.get(address, follow_redirects=True)
        assert answer.status_code in {200, 400, 404, 422}, address
